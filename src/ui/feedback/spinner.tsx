/** Spinner. Decorative, because the text next to it names the activity. */
export function Spinner() {
  return (
    <svg viewBox="0 0 24 24" className="spinner size-5 shrink-0" aria-hidden="true">
      <circle
        cx="12"
        cy="12"
        r="9"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        opacity="0.3"
      />
      <path
        d="M21 12a9 9 0 0 0-9-9"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
