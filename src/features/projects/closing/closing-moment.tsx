import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { playHaptic } from '#src/data/device/haptics.ts';
import { useFormat } from '#src/data/text/format.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { pictureFile, type PictureName } from '#src/ui/media/picture-files.ts';
import { PointsNumber } from '#src/ui/points-number.tsx';
import './closing-moment.css';

const COLUMN = 'mx-auto w-full max-w-narrow px-gutter';

interface ClosingMomentProps {
  title: string;
  /** Booked points: the lights go on and the number counts up. Null leaves the roof dark. */
  booked: number | null;
  /** One or two lines below the number. */
  words: ReactNode;
  onClose: () => void;
  /** Content of the sheet at the end: the parts of the sum and what it can buy. */
  children: ReactNode;
}

/**
 * Full-screen animation when a project closes: dusk falls, the windows light up, the booked points
 * count up, and the sheet slides in. Takes under two seconds; a touch, a key or reduced motion
 * skips to the end.
 */
export function ClosingMoment({ title, booked, words, onClose, children }: ClosingMomentProps) {
  const { t } = useLingui();
  const id = useId();
  const { still, onSheet } = useStillness(booked !== null);
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-x-0 top-0 z-40 h-(--visual-viewport-height)"
    >
      <Modal className="size-full outline-none">
        <Dialog aria-labelledby={id} className="moment-page size-full overflow-y-auto outline-none">
          <div
            data-still={still ? '' : undefined}
            className="moment flex min-h-full flex-col overflow-clip"
          >
            <div className="moment-sky">
              <Scene isLit={booked !== null} />
              <div className={`moment-words ${COLUMN}`}>
                <div className="-ms-3 pt-[env(safe-area-inset-top)]">
                  <IconButton label={t`Close`} icon={<X />} onClick={onClose} />
                </div>
                <h2 id={id} className="text-title font-semibold break-long">
                  {title}
                </h2>
                {booked !== null && (
                  <BookedPoints key={String(still)} points={booked} still={still} />
                )}
                <div className={`mt-1 font-medium ${booked === null ? '' : 'moment-after'}`}>
                  {words}
                </div>
              </div>
            </div>
            <div className="moment-sheet flex flex-col" onAnimationStart={onSheet}>
              <div className={`${COLUMN} space-y-3 pt-5 pb-2 empty:hidden`}>{children}</div>
              <div className="sticky bottom-0 bg-surface pt-3 safe-bottom">
                <div data-page-footer className={`${COLUMN} flex flex-col gap-1`}>
                  <Button fullWidth onClick={onClose}>
                    <Trans context="finished">Done</Trans>
                  </Button>
                  <LinkButton variant="quiet" fullWidth {...linkTo(paths.balance())}>
                    <Trans>See your points</Trans>
                  </LinkButton>
                </div>
              </div>
            </div>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * True once the final frame is shown: after any touch or key, or with reduced motion. Vibrates
 * once.
 */
function useStillness(isFelt: boolean) {
  const [still, setStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const felt = useRef(!isFelt);
  const feelOnce = useCallback(() => {
    if (!felt.current) playHaptic('closed');
    felt.current = true;
  }, []);
  useEffect(() => {
    if (still) {
      feelOnce();
      return undefined;
    }
    const skip = () => setStill(true);
    const watching = new AbortController();
    for (const touch of ['pointerdown', 'keydown'] as const) {
      addEventListener(touch, skip, { capture: true, signal: watching.signal });
    }
    return () => watching.abort();
  }, [still, feelOnce]);
  // The sheet appears together with the final number.
  return { still, onSheet: feelOnce };
}

/** The sum, counting up from 0 when its animation starts. */
function BookedPoints({ points, still }: { points: number; still: boolean }) {
  const format = useFormat();
  const [counting, setCounting] = useState(still);
  return (
    <div className="moment-number" onAnimationStart={() => setCounting(true)}>
      <PointsNumber
        value={counting ? points : 0}
        format={format.signedPoints}
        label={format.points(points)}
      />
    </div>
  );
}

function Scene({ isLit }: { isLit: boolean }) {
  return (
    <div aria-hidden="true" className="moment-scene">
      <SceneImage name="scenes/roof-dusk-unlit" />
      {isLit && (
        <>
          <SceneImage name="scenes/roof-dusk" className="moment-lit" />
          <i className="moment-beam" />
          <i className="moment-beam" />
          <i className="moment-beam" />
          <i className="moment-beam" />
        </>
      )}
    </div>
  );
}

function SceneImage({ name, className }: { name: PictureName; className?: string }) {
  return (
    <img
      src={pictureFile(name, 1080)}
      srcSet={`${pictureFile(name, 1080)} 1080w, ${pictureFile(name, 1440)} 1440w`}
      sizes="108vw"
      width={1440}
      height={1200}
      alt=""
      className={className}
    />
  );
}
