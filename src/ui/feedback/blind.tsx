/**
 * Progress drawn as a roof window whose blind opens. Decorative, because the text next to it says the same thing.
 * @param progress 0 to 1; null at the top level, drawn as an open window
 */
export function Blind({ progress }: { progress: number | null }) {
  return (
    <span data-open={progress === null ? '' : undefined} className="blind">
      {progress !== null && <span style={{ transform: `translateY(${-100 * progress}%)` }} />}
    </span>
  );
}
