import { expect, test } from 'vitest';
import { attentionShare, SendingState } from '#src/features/sync-centre/sync-summary.tsx';
import { errorMessages } from '#src/data/text/error-messages.ts';
import { renderText } from '../render-text.tsx';

const idleState = {
  progress: null,
  phase: 'idle',
  lastError: null,
  isLeaderSilent: false,
} as const;
const summaryText = (connection: 'online' | 'offline', attentionCount: number, total: number) =>
  renderText(
    <SendingState
      status={{ ...idleState, connection }}
      attention={attentionShare(attentionCount, total)}
    />,
  );

test('the summary doesn’t promise sending if all items need the person’s attention', () => {
  for (const connection of ['online', 'offline'] as const) {
    const text = summaryText(connection, 2, 2);
    expect(text).toBe('Everything is saved on this phone.');
    expect(text).not.toContain('by itself');
  }
});

test('if only some items need attention, the summary promises to send the others', () => {
  expect(summaryText('offline', 1, 2)).toContain('The rest will be sent automatically');
  expect(summaryText('online', 1, 2)).toContain('Everything else is sent automatically.');
  expect(summaryText('offline', 0, 2)).toBe(
    'It’s saved on this phone and will be sent automatically when you’re online.',
  );
});

test.each(['too_large_for_network', 'too_many_requests', 'not_an_answer'] as const)(
  'F16: work for which a proxy returns %s waits with that reason',
  (code) => {
    const waitingState = { ...idleState, connection: 'online', phase: 'waiting' } as const;
    const reason = errorMessages[code].message ?? '';
    expect(reason).not.toBe('');
    expect(
      renderText(<SendingState status={{ ...waitingState, lastError: code }} attention="none" />),
    ).toContain(reason);
  },
);
