import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PointEvent } from '#schemas/ledger.ts';

const eventNames: Readonly<Record<PointEvent, ReturnType<typeof msg>>> = {
  project_closed: msg`Project closed`,
  project_correction: msg`Project correction`,
  campaign: msg`Campaign`,
  survey: msg`Survey`,
  welcome_points: msg`Welcome points`,
  filling_out_profile: msg`Complete profile`,
  project_survey_completed: msg`Questions about a project`,
  order_reservation: msg`Reserved for an order`,
  order_reject: msg`Returned from a rejected order`,
  order_complete: msg`Spent on an order`,
  other: msg({ message: 'Other', context: 'points' }),
  installers_promotion_1: msg`Promotion 1`,
  installers_promotion_2: msg`Promotion 2`,
  installers_promotion_3: msg`Promotion 3`,
  installers_promotion_4: msg`Promotion 4`,
  trainings: msg`Training`,
  prioritisation_of_response_time: msg`Quick responses`,
  satisfaction_score: msg`Customer satisfaction`,
  online_training_participation: msg`Online training`,
  points_expired: msg`Points expired`,
};

/** Returns the name of a ledger entry's reason. If the console doesn't know the reason, returns its code as words. */
export function pointEventText(i18n: I18n, event: string): string {
  const name = new Map(Object.entries(eventNames)).get(event);
  return name ? i18n._(name) : event.replaceAll('_', ' ');
}
