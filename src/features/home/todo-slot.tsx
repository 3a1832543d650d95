import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { firstScreenVisible } from '#src/ui/feedback/block-reveal.ts';
import { Section } from '#src/ui/layout/section.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { savedHeight } from './saved-height.ts';
import type { TodoListProps } from './todo-list.tsx';

let isLoaded = false;
// Its script comes as soon as the first view stands; what it reads of the device would hold that up.
const TodoList = lazy(async () => {
  await firstScreenVisible;
  const { TodoList: list } = await import('./later-cards.tsx');
  isLoaded = true;
  return { default: list };
});

/** A row with its line, in px. */
const ROW = 90;

interface TodoSlotProps extends TodoListProps {
  isArriving: boolean;
  isNew: boolean;
}

/**
 * Where home says what waits for the person. When the app starts it keeps as much room as the list took last,
 * so that it moves nothing when it comes.
 * @param props.isArriving on a new device, until everything has come from the server
 * @param props.isNew whether the company is at its beginning: there is hardly anything that waits
 */
export function TodoSlot({ isArriving, isNew, ...props }: TodoSlotProps) {
  const [likely] = useState(() => (isLoaded && !isArriving ? 0 : savedHeight()));
  const height = isNew ? 0 : likely;
  const skeleton = height > 0 && <TodoRowsSkeleton rows={Math.round(height / ROW)} />;
  return (
    <ReservedSpace height={height}>
      {isArriving ? (
        skeleton
      ) : (
        <Suspense fallback={skeleton}>
          <TodoList fallback={skeleton} {...props} />
        </Suspense>
      )}
    </ReservedSpace>
  );
}

/** The same room, while the store opens. */
export function TodoSkeleton() {
  const [height] = useState(savedHeight);
  return (
    <ReservedSpace height={height}>
      {height > 0 && <TodoRowsSkeleton rows={Math.round(height / ROW)} />}
    </ReservedSpace>
  );
}

/** @param props.height in px, at least */
function ReservedSpace({ height, children }: { height: number; children: ReactNode }) {
  return (
    <div style={{ minHeight: height }} className="[grid-area:waiting] empty:hidden">
      {children}
    </div>
  );
}

function TodoRowsSkeleton({ rows }: { rows: number }) {
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
