import { useEffect, useRef, useState } from 'react';

/**
 * Whether an element has been scrolled away above the top.
 * @param barPx how much of the top a bar covers, in px: what is under it counts as away
 */
export function useScrolledPast(barPx: number) {
  const ref = useRef<HTMLDivElement>(null);
  const [out, setOut] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setOut(Boolean(entry && !entry.isIntersecting)),
      { rootMargin: `-${barPx}px 0px 0px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [barPx]);
  return { ref, out };
}
