/**
 * Progress drawn as a roof window whose blind opens. Decorative, because the text next to it says the same.
 * @param progress 0 to 1; null at the top level, drawn as an open window
 */
export function Blind({ done }: { done: number | null }) {
  return (
    <span data-open={done === null ? '' : undefined} className="blind">
      {done !== null && <span style={{ transform: `translateY(${-100 * done}%)` }} />}
    </span>
  );
}
