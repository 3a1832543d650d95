import { Plural } from '@lingui/react/macro';
import type { PictureOutcome } from './use-picture-reading.ts';

/** What the last picture from the gallery came to. Whoever sees fewer codes than labels takes another one. */
export function PictureNotice({ outcome }: { outcome: PictureOutcome | null }) {
  const count = outcome?.kind === 'found' ? outcome.count : 0;
  return (
    <>
      <div role="status" className="empty:hidden">
        {count > 0 && (
          <p className={card}>
            <Plural
              value={count}
              one="# QR code was found in the picture."
              other="# QR codes were found in the picture."
            />
          </p>
        )}
      </div>
      {outcome?.kind === 'problem' && (
        <p role="alert" className={`${card} font-medium text-warn`}>
          {outcome.text}
        </p>
      )}
    </>
  );
}

const card =
  'scan-rise max-w-sheet rounded-chip bg-surface-raised card-line px-4 py-2.5 text-center text-small text-ink break-long';
