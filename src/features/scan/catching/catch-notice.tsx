import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCatchWords, type Words } from './use-catch-words.ts';
import type { CatchOutcome } from './use-catching.ts';

/** How long a notice stays: long enough to read two lines. */
const NOTICE_MS = 5000;

const icons: Record<Words['tone'], React.ReactNode> = {
  good: <CircleCheck />,
  warn: <TriangleAlert />,
  bad: <CircleAlert />,
  quiet: <Info />,
};

/** What the last reading came to, over the picture and read aloud. */
export function CatchNotice({ outcome }: { outcome: CatchOutcome | null }) {
  const words = useCatchWords();
  const shown = useWhileNew(outcome);
  const notice = shown && words(shown);
  return (
    <div role="status" aria-live="polite" className="flex min-h-14 w-full justify-center">
      {notice && (
        <div
          key={shown.turn}
          className="scan-glass scan-rise flex max-w-sheet items-start gap-3 rounded-card px-4 py-3 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0"
        >
          {icons[notice.tone]}
          <div className="min-w-0">
            <p className="font-semibold break-long">{notice.text}</p>
            {notice.reason && <p className="text-small break-long">{notice.reason}</p>}
          </div>
        </div>
      )}
    </div>
  );
}

function useWhileNew(outcome: CatchOutcome | null): CatchOutcome | null {
  const [goneTurn, setGoneTurn] = useState(0);
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setGoneTurn(outcome.turn), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return outcome && outcome.turn > goneTurn ? outcome : null;
}
