import { useEffect, useReducer, useRef } from 'react';
import type { InstallerUser } from '#schemas/installer.ts';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { readSaved } from '#src/data/drafts/saved-draft.ts';
import { materialDraftKey } from './actions.ts';
import { materialDraft, type MaterialDraft, newDraft } from './material-draft.ts';
import { type MaterialForm, nextForm } from './material-form.ts';

/** Loads a draft; null if there is none. */
export function loadDraft(key: string): MaterialDraft | null {
  return readSaved(localStorage, key, materialDraft);
}

/**
 * Form state of one type. Every change is saved at once, and survives reloads, restarts and another
 * person's sign-in (spec 2 §4).
 * @param first default if there is no draft
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
    // An untouched draft isn't saved, so that it follows the profile.
    if (draft === begun.current) return;
    try {
      localStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // Without storage the draft is lost on reload.
    }
  }, [key, draft]);
  return { form, dispatch };
}
