/**
 * How much of something is done, as a roof window whose blind is drawn up. The words beside it say the same.
 * @param done 0 to 1; null where there is nothing above it: the sash is open
 */
export function Blind({ done }: { done: number | null }) {
  return (
    <span data-open={done === null ? '' : undefined} className="blind">
      {done !== null && <span style={{ transform: `translateY(${-100 * done}%)` }} />}
    </span>
  );
}
