import { Plural } from '@lingui/react/macro';
import type { PictureOutcome } from './use-picture-reading.ts';

/** What the last picture from the gallery came to. Whoever sees fewer codes than labels takes another one. */
export function PictureNotice({ outcome }: { outcome: PictureOutcome | null }) {
  const count = outcome?.kind === 'found' ? outcome.count : 0;
  return (
    <div className="bg-surface-raised">
      <div role="status">
        {count > 0 && (
          <Strip>
            <Plural
              value={count}
              one="# QR code was found in the picture."
              other="# QR codes were found in the picture."
            />
          </Strip>
        )}
      </div>
      {outcome?.kind === 'problem' && (
        <div role="alert" className="font-medium text-warn">
          <Strip>{outcome.text}</Strip>
        </div>
      )}
    </div>
  );
}

function Strip({ children }: { children: React.ReactNode }) {
  return (
    <div className="border-t border-line px-gutter py-3">
      <p className="mx-auto max-w-sheet text-small break-long">{children}</p>
    </div>
  );
}
