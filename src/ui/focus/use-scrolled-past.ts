import { useEffect, useRef, useState } from 'react';

/**
 * Returns a ref, and true once its element has scrolled off the top.
 * @param barPx height of the bar covering the top, in px
 */
export function useScrolledPast(barPx: number) {
  const ref = useRef<HTMLDivElement>(null);
  const [isScrolledPast, setScrolledPast] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setScrolledPast(Boolean(entry && !entry.isIntersecting)),
      { rootMargin: `-${barPx}px 0px 0px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [barPx]);
  return { ref, isScrolledPast };
}
