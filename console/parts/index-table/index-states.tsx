import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { useErrorText } from '#console/data/error-texts.ts';

/** Delay before the placeholder appears, in ms, so that faster responses don't make the screen flicker. */
const SKELETON_DELAY_MS = 200;

/** Placeholder rows, shown after 200 ms. */
export function IndexSkeleton({ label }: { label: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div className="px-4 py-3">
      <Skeleton label={label}>
        {Array.from({ length: 8 }, (_, index) => (
          <span key={index} className="flex h-8 items-center gap-6">
            {['w-32', 'w-24', 'w-64', 'flex-1'].map((width) => (
              <span
                key={width}
                className={`skeleton-bone block h-3 rounded-full bg-line ${width}`}
              />
            ))}
          </span>
        ))}
      </Skeleton>
    </div>
  );
}

interface IndexErrorProps {
  readonly error: Error;
  readonly retry: () => void;
  /** True if previously loaded rows are still shown below. */
  readonly isCompact?: boolean;
}

/** Explains why the list couldn't be loaded. */
export function IndexError({ error, retry, isCompact = false }: IndexErrorProps) {
  const errorText = useErrorText();
  return (
    <div className={isCompact ? 'px-4 pb-2' : 'max-w-[40rem] p-4'}>
      <ErrorBlock
        title={
          isCompact ? (
            <Trans>These rows are not up to date.</Trans>
          ) : (
            <Trans>The list couldn’t be read.</Trans>
          )
        }
        messages={[errorText(error)]}
        action={
          <Button variant="secondary" onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    </div>
  );
}
