import type { CardStatus, ClubCard } from './club-card.ts';

/** Status of a company's club card, as the company's users see it (spec 2 §4). */
export type ClubCardState = 'none' | 'issued' | 'active' | 'inactive';

/**
 * Maps a card's status in the API to the status that users see. An issued card still has to be activated. A card with
 * any other status except active can't be used.
 */
export function toClubCardState(status: CardStatus | undefined): Exclude<ClubCardState, 'none'> {
  if (status === 'ACTIVE') return 'active';
  return status === 'ISSUED' ? 'issued' : 'inactive';
}

/** Returns the status of the company's card. Only an active card can be topped up. */
export function clubCardState({
  edenred_card,
  currentCard,
}: Pick<ClubCard, 'edenred_card' | 'currentCard'>): ClubCardState {
  return edenred_card === null ? 'none' : toClubCardState(currentCard?.status);
}
