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
  clearDraft: () => void;
}

/**
 * Manages the registration draft, which is the one saved on this device, or a new one.
 * @param availableRegions countries that are set up, at least one; a draft for any other country is moved to
 * the first
 */
export function useRegistration(
  isDecor: boolean,
  availableRegions: readonly RegionCode[],
): RegistrationState {
  const [savedDraft] = useState(() => {
    const key = isDecor ? `${REGISTRATION_KEY}.decor` : REGISTRATION_KEY;
    return createSavedDraft(localStorage, key, registrationDraft);
  });
  const [isFinished, setIsFinished] = useState(false);
  const [draft, dispatch] = useReducer(reduceRegistration, null, () => {
    const storedDraft = savedDraft.load();
    const now = Date.now();
    const [firstRegion] = availableRegions;
    const toAvailableRegion = (region: RegionCode) =>
      firstRegion === undefined || availableRegions.includes(region) ? region : firstRegion;
    const invite = new URLSearchParams(location.search).get('invite')?.slice(0, MAX_INVITE) ?? null;
    // The user may have been invited after starting the registration, so an invite in the URL replaces the draft's.
    if (storedDraft && now - storedDraft.begun < DRAFT_TTL_MS) {
      return {
        ...moveToCountry(storedDraft, toAvailableRegion(storedDraft.region)),
        invite: invite ?? storedDraft.invite,
      };
    }
    const region = toAvailableRegion(defaultsForHost(location.host).region);
    return newDraft({ region, seed: crypto.randomUUID(), invite, now });
  });
  useSavedDraft(savedDraft, isFinished ? null : draft);
  const clearDraft = () => {
    setIsFinished(true);
    savedDraft.clear();
  };
  return { draft, dispatch, clearDraft };
}

/** Moves a draft to another country and back to its first step, as if the user had just chosen the country. */
function moveToCountry(draft: RegistrationDraft, region: RegionCode): RegistrationDraft {
  if (draft.region === region) return draft;
  const newState = reduceRegistration(draft, { name: 'typed', changes: { region } });
  return newState.step === 'review'
    ? reduceRegistration(newState, { name: 'edited', step: 'region' })
    : { ...newState, step: 'region', revisit: [] };
}
