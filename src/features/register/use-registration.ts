import { type Dispatch, useReducer, useState } from 'react';
import { defaultsForHost } from '#schemas/languages.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { MAX_INVITE } from '#schemas/registration.ts';
import { createSavedDraft, REGISTRATION_KEY, useSavedDraft } from '#src/data/drafts/saved-draft.ts';
import {
  DRAFT_TTL_MS,
  newDraft,
  type RegistrationDraft,
  registrationDraft,
} from './registration-draft.ts';
import { reduceRegistration, type RegistrationEvent } from './registration-machine.ts';

export interface RegistrationState {
  draft: RegistrationDraft;
  dispatch: Dispatch<RegistrationEvent>;
  /** Deletes the saved draft and stops saving. */
  forget: () => void;
}

/**
 * The draft saved on this device, or a new one.
 * @param available countries that are set up, at least one; a draft of another country moves to the first
 */
export function useRegistration(
  isDecor: boolean,
  available: readonly RegionCode[],
): RegistrationState {
  const [savedDraft] = useState(() => {
    const key = isDecor ? `${REGISTRATION_KEY}.decor` : REGISTRATION_KEY;
    return createSavedDraft(localStorage, key, registrationDraft);
  });
  const [isOver, setIsOver] = useState(false);
  const [draft, dispatch] = useReducer(reduceRegistration, null, () => {
    const earlier = savedDraft.load();
    const now = Date.now();
    const [first] = available;
    const availableOr = (region: RegionCode) =>
      first === undefined || available.includes(region) ? region : first;
    const invite = new URLSearchParams(location.search).get('invite')?.slice(0, MAX_INVITE) ?? null;
    // The person may have started before they were invited.
    if (earlier && now - earlier.begun < DRAFT_TTL_MS) {
      return {
        ...inCountry(earlier, availableOr(earlier.region)),
        invite: invite ?? earlier.invite,
      };
    }
    const region = availableOr(defaultsForHost(location.host).region);
    return newDraft({ region, seed: crypto.randomUUID(), invite, now });
  });
  useSavedDraft(savedDraft, isOver ? null : draft);
  const forget = () => {
    setIsOver(true);
    savedDraft.clear();
  };
  return { draft, dispatch, forget };
}

/** Moves a draft to another country and back to its first step, as if the person had chosen it there. */
function inCountry(draft: RegistrationDraft, region: RegionCode): RegistrationDraft {
  if (draft.region === region) return draft;
  const moved = reduceRegistration(draft, { name: 'typed', changes: { region } });
  return moved.step === 'review'
    ? reduceRegistration(moved, { name: 'edited', step: 'region' })
    : { ...moved, step: 'region', revisit: [] };
}
