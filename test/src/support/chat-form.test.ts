import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type ChatDocument, chatText, MAX_CHAT_MESSAGES, MAX_CHAT_MESSAGE } from '#schemas/chat.ts';
import { cleanTypedLines } from '#schemas/typed-text.ts';
import { chatForm, isSendable } from '#src/features/support/chat-fields.tsx';
import { isFull, displayedMessages } from '#src/features/support/displayed-messages.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat({ max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
  fc.string({
    unit: fc.constantFrom(' ', '\r', '\n', '\t', '\u0000', '\u001f', '\u007f', 'a', 'z'),
  }),
);

describe('a typed message', () => {
  test('is accepted by the contract for any pasted text, unless no text remains', () => {
    fc.assert(
      fc.property(anyText, (input) => {
        const text = cleanTypedLines(input);
        fc.pre(text.length <= MAX_CHAT_MESSAGE);
        expect(v.is(chatText, text)).toBe(text !== '');
        expect(isSendable(input)).toBe(text !== '');
        expect(cleanTypedLines(text)).toBe(text);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });

  test('keeps its lines, tabs and special characters', () => {
    expect(cleanTypedLines('  One\r\n\ttwo\rthree 🙂\u0007\n\n')).toBe('One\n\ttwo\nthree 🙂');
  });

  test('is too long only above the contract’s limit', () => {
    expect(isSendable('x'.repeat(MAX_CHAT_MESSAGE))).toBe(true);
    expect(isSendable('x'.repeat(MAX_CHAT_MESSAGE + 1))).toBe(false);
  });

  test('becomes a title on one line', () => {
    const { title } = v.parse(chatForm, { title: ' A \n leak\t', text: 'x' });
    expect(title).toBe('A leak');
    expect(v.is(chatForm, { title: ' \n ', text: 'x' })).toBe(false);
    expect(v.is(chatForm, { title: 'x', text: ' \u0000 ' })).toBe(false);
  });
});

describe('a displayed chat', () => {
  const at = '2026-05-04T10:00:00.000Z';
  const chat: Pick<ChatDocument, 'messages' | 'unsent' | 'lost_messages'> = {
    lost_messages: [],
    messages: [{ uuid: 'a', sender: 'admin', message: 'Hello', created_at: at }],
    unsent: [{ uuid: 'b', message: 'Hi', time: Date.parse(at) - 1000, refusal: null }],
  };

  test('shows unsent messages after the server’s, even if the device’s clock is wrong', () => {
    expect(
      displayedMessages(chat).map(({ uuid, sender, unsent }) => [uuid, sender, unsent]),
    ).toEqual([
      ['a', 'admin', null],
      ['b', 'installer', chat.unsent[0]],
    ]);
  });

  test('F43: marks messages that the server lost', () => {
    const shown = displayedMessages({ ...chat, lost_messages: ['a'] });
    expect(shown.map(({ uuid, isLost }) => [uuid, isLost])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });

  test('counts unsent messages towards its limit', () => {
    const [one] = chat.messages;
    if (!one) throw new Error('The chat has no message.');
    const messages = Array.from({ length: MAX_CHAT_MESSAGES - 2 }, () => one);
    expect(isFull({ ...chat, messages })).toBe(false);
    expect(isFull({ ...chat, messages: [...messages, one] })).toBe(true);
  });
});
