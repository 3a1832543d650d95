import { type RefObject, useEffect, useState } from 'react';

/** Returns true once the element has been visible. Observes only while `isEnabled`. */
export function useInView(ref: RefObject<HTMLElement | null>, isEnabled: boolean): boolean {
  const [wasVisible, setWasVisible] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!isEnabled || wasVisible || !element) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setWasVisible(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, isEnabled, wasVisible]);
  return wasVisible;
}
