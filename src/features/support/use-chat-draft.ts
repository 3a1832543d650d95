import { useCallback, useEffect, useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { createDraftWriter } from '#src/data/drafts/draft-writer.ts';
import type { ChatDraft } from '#sync/entities/chats/commands.ts';

/**
 * Saves a draft on this phone until it is sent.
 * @param key the chat's id, or a name for a new one
 * @returns `kept` is undefined while loading
 */
export function useChatDraft(key: string) {
  const { chatCommands } = useAccount();
  const [kept, setKept] = useState<ChatDraft | null | undefined>(undefined);
  // Writing works even if drafts can't be saved or read.
  const [keeper] = useState(() =>
    createDraftWriter(
      (draft: ChatDraft | null) => chatCommands.saveDraft(key, draft),
      () => undefined,
    ),
  );
  useEffect(() => {
    let isGone = false;
    chatCommands
      .loadDraft(key)
      .catch(() => null)
      .then(
        (draft) => !isGone && setKept(draft),
        () => undefined,
      );
    return () => void (isGone = true);
  }, [chatCommands, key]);
  const forget = useCallback(async () => {
    await keeper.settle();
    keeper.save(null);
  }, [keeper]);
  return { kept, keep: keeper.save, forget };
}
