import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { firstScreenSeen } from '#src/ui/feedback/block-reveal.ts';
import { Section } from '#src/ui/layout/section.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { keptHeight } from './kept-height.ts';
import type { WaitingListProps } from './waiting-list.tsx';

let isLoaded = false;
// Its script comes as soon as the first view stands; what it reads of the device would hold that up.
const WaitingList = lazy(async () => {
  await firstScreenSeen;
  const { WaitingList: list } = await import('./later-cards.tsx');
  isLoaded = true;
  return { default: list };
});

/** A row with its line, in px. */
const ROW = 90;

interface WaitingPlaceProps extends WaitingListProps {
  isArriving: boolean;
  isNew: boolean;
}

/**
 * Where home says what waits for the person. When the app starts it keeps as much room as the list took last,
 * so that it moves nothing when it comes.
 * @param props.isArriving on a new device, until everything has come from the server
 * @param props.isNew whether the company is at its beginning: there is hardly anything that waits
 */
export function WaitingPlace({ isArriving, isNew, ...props }: WaitingPlaceProps) {
  const [likely] = useState(() => (isLoaded && !isArriving ? 0 : keptHeight()));
  const height = isNew ? 0 : likely;
  const bones = height > 0 && <Bones rows={Math.round(height / ROW)} />;
  return (
    <Place height={height}>
      {isArriving ? (
        bones
      ) : (
        <Suspense fallback={bones}>
          <WaitingList meanwhile={bones} {...props} />
        </Suspense>
      )}
    </Place>
  );
}

/** The same room, while the store opens. */
export function WaitingBones() {
  const [height] = useState(keptHeight);
  return <Place height={height}>{height > 0 && <Bones rows={Math.round(height / ROW)} />}</Place>;
}

/** @param props.height in px, at least */
function Place({ height, children }: { height: number; children: ReactNode }) {
  return (
    <div style={{ minHeight: height }} className="[grid-area:waiting] empty:hidden">
      {children}
    </div>
  );
}

function Bones({ rows }: { rows: number }) {
  const { t } = useLingui();
  return (
    <Section title={<Trans>Waiting for you</Trans>}>
      <Skeleton label={t`Loading what waits for you`}>
        {Array.from({ length: rows }, (_, row) => (
          <SkeletonRow key={row} />
        ))}
      </Skeleton>
    </Section>
  );
}
