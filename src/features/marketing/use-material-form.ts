import { useEffect, useReducer, useRef } from 'react';
import type { InstallerUser } from '#schemas/installer.ts';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { readSaved } from '#src/data/drafts/saved-draft.ts';
import { materialDraftKey } from './actions.ts';
import { materialDraft, type MaterialDraft, newDraft } from './material-draft.ts';
import { type MaterialForm, nextForm } from './material-form.ts';

/** What is kept of a type, by the name of its draft; null where nothing is. */
export function loadDraft(key: string): MaterialDraft | null {
  return readSaved(localStorage, key, materialDraft);
}

/**
 * The form of one type. Every change is on the device at once: a reload, a restart and another person's sign-in leave it
 * there (spec 2 §4).
 * @param first what is proposed where nothing is kept
 */
export function useMaterialForm(first: MarketingMaterial, self: InstallerUser) {
  const { user_id: userId, region } = useAccount().identity;
  const key = materialDraftKey(userId, first.type);
  const [form, dispatch] = useReducer(nextForm, null, (): MaterialForm => ({
    draft: loadDraft(key) ?? newDraft(first, { self, region }),
    errors: [],
  }));
  const { draft } = form;
  const begun = useRef(draft);
  useEffect(() => {
    // What nobody has touched follows the profile.
    if (draft === begun.current) return;
    try {
      localStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // Only a reload would miss it.
    }
  }, [key, draft]);
  return { form, dispatch };
}
