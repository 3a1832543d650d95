import { expect, test } from 'vitest';
import { chatStatuses } from '#schemas/chat.ts';
import { ChatBadge } from '#src/features/support/chat-badge.tsx';
import { renderText } from '../render-text.tsx';

test('a chat that the server doesn’t have isn’t shown as received', () => {
  const opening = {
    language: 'en',
    hostname: 'club.example',
    region: 'PL',
    appVersion: '3.9.4',
    appType: 'browser',
    ua: 'test',
  };
  const status = chatStatuses.withSupport;
  expect(renderText(<ChatBadge status={status} opening={null} />)).toBe('Waiting for support');
  expect(renderText(<ChatBadge status={status} opening={opening} />)).toBe('Not sent yet');
});
