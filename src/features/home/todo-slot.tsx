import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { firstScreenVisible } from '#src/ui/feedback/block-reveal.ts';
import { Section } from '#src/ui/layout/section.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { savedHeight } from './saved-height.ts';
import type { TodoListProps } from './todo-list.tsx';

let isLoaded = false;
// Loaded right after the first view is visible, because the list's queries would delay that view.
const TodoList = lazy(async () => {
  await firstScreenVisible;
  const { TodoList: list } = await import('./later-cards.tsx');
  isLoaded = true;
  return { default: list };
});

/** Row height with its divider, in px. */
const ROW_HEIGHT = 90;

interface TodoSlotProps extends TodoListProps {
  isFirstDownload: boolean;
  isNewCompany: boolean;
}

/**
 * Slot for the to-do list. When the app starts, it reserves the list's last height, to avoid a layout shift.
 * @param props.isFirstDownload true during the first download on a new device
 * @param props.isNewCompany true for a new company, which has hardly any to-dos
 */
export function TodoSlot({ isFirstDownload, isNewCompany, ...props }: TodoSlotProps) {
  const [initialHeight] = useState(() => (isLoaded && !isFirstDownload ? 0 : savedHeight()));
  const height = isNewCompany ? 0 : initialHeight;
  const skeleton = height > 0 && <TodoRowsSkeleton rows={Math.round(height / ROW_HEIGHT)} />;
  return (
    <ReservedSpace height={height}>
      {isFirstDownload ? (
        skeleton
      ) : (
        <Suspense fallback={skeleton}>
          <TodoList fallback={skeleton} {...props} />
        </Suspense>
      )}
    </ReservedSpace>
  );
}

/** Reserves the same height as `TodoSlot` while the store opens. */
export function TodoSkeleton() {
  const [height] = useState(savedHeight);
  return (
    <ReservedSpace height={height}>
      {height > 0 && <TodoRowsSkeleton rows={Math.round(height / ROW_HEIGHT)} />}
    </ReservedSpace>
  );
}

/** @param props.height minimum, in px */
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
    <Section title={<Trans>Needs your attention</Trans>}>
      <Skeleton label={t`Loading`}>
        {Array.from({ length: rows }, (_, row) => (
          <SkeletonRow key={row} />
        ))}
      </Skeleton>
    </Section>
  );
}
