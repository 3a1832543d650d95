import { expect, test, vi } from 'vitest';
import type { UnsentItem } from '#src/features/sync-centre/unsent-item.ts';
import { useAvailableActions } from '#src/features/sync-centre/use-available-actions.ts';
import {
  closed,
  refusal,
  response,
  rowOf,
  savedProject,
  uuid,
} from '#test/sync/project-histories.ts';
import { renderText } from '../render-text.tsx';

vi.mock('#src/data/account/account-context.tsx', () => ({ useAccount: () => ({}) }));
vi.mock('#src/data/time/use-server-time.ts', () => ({ useToday: () => '2026-05-04' }));

const NOTHING = 'no retry';

function ClosingActions({ item }: { item: UnsentItem }) {
  const { retry, discard } = useAvailableActions()(item, 'refused');
  return `${retry === null ? NOTHING : 'retry'}: ${discard?.question} ${discard?.consequence}`;
}

function actionsText(project: typeof savedProject, code: string): string {
  const row = {
    ...rowOf(project),
    state: 'refused' as const,
    refusal: { ...refusal, code },
    closing: { uuid, response, released: false },
  };
  const item = { kind: 'project', id: uuid, project: row, rejectedProductCount: 0 };
  return renderText(<ClosingActions item={item as unknown as UnsentItem} />);
}

test('F05: a closing that was rejected by an open project can be sent again', () => {
  expect(actionsText(savedProject, 'survey_incomplete')).toBe(
    'retry: Cancel closing this project? Your answers will be deleted from this phone. The project stays open.',
  );
});

test('F05: a closing of a project that is closed or deleted can only be discarded', () => {
  expect(actionsText(closed, 'project_not_open')).toBe(
    `${NOTHING}: Discard your change? Your change will be deleted from this phone. The project won’t change.`,
  );
  expect(actionsText(savedProject, 'project_not_found')).toBe(
    `${NOTHING}: Discard your change? It will be deleted from this phone with the project, which no longer exists.`,
  );
});
