import { describe, expect, test } from 'vitest';
import { createDraftStorage } from '#src/data/drafts/draft-storage.ts';
import { readSourceTree } from '#test/setup/source-tree.ts';
import { SESSION_KEY } from '#sync/http/session-key.ts';

const [user, other] = [crypto.randomUUID(), crypto.randomUUID()];
const key = `draft:${user}:form:project:new`;

/** Creates a device where `userId` is signed in; null for a signed-out device. */
function deviceOf(userId: string | null) {
  const texts = new Map<string, string>();
  const drafts = createDraftStorage(() => ({
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => texts.set(name, text),
    removeItem: (name) => texts.delete(name),
  }));
  const signIn = (id: string) =>
    texts.set(SESSION_KEY, JSON.stringify({ account: { user_id: id }, token: null }));
  if (userId !== null) signIn(userId);
  return { drafts, texts, signIn };
}

describe('a draft', () => {
  test('is saved for the person who is signed in, even while the session has ended', () => {
    const { drafts } = deviceOf(user);
    drafts.setItem(key, 'text');
    expect(drafts.getItem(key)).toBe('text');
    drafts.removeItem(key);
    expect(drafts.getItem(key)).toBeNull();
  });

  test('isn’t written by a tab that resumes after sign-out, or after another person’s sign-in', () => {
    const { drafts, texts, signIn } = deviceOf(null);
    drafts.setItem(key, 'text');
    expect(texts.size).toBe(0);
    signIn(other);
    drafts.setItem(key, 'text');
    expect(drafts.getItem(key)).toBeNull();
  });

  test('is only written through this storage', () => {
    const directUsers = readSourceTree(['src/features'])
      .filter(({ text }) => text.includes('localStorage'))
      .map(({ path }) => path);
    // These files are exceptions: a registration has no user yet, and the height of a picture isn't a draft.
    expect(directUsers).toEqual([
      'src/features/home/saved-height.ts',
      'src/features/register/use-registration.ts',
    ]);
  });
});
