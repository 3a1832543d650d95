import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PointEvent } from '#schemas/ledger.ts';

/** Points reserved for an order were released; the outcome is booked separately. */
export const reservationLifted = msg`Reservation lifted`;

/** Reason labels of spec 1 §3 with corrected grammar, plus the closing of a project. */
export const pointEventLabels: Record<PointEvent, MessageDescriptor> = {
  project_closed: msg`Project closed`,
  survey: msg`Survey`,
  welcome_points: msg`Welcome points`,
  filling_out_profile: msg`Filling out the profile`,
  project_survey_completed: msg`Project survey completed`,
  order_reservation: msg`Order reservation`,
  order_reject: msg`Order rejected`,
  order_complete: msg`Order completed`,
  other: msg`Other`,
  installers_promotion_1: msg`Installers promotion 1`,
  installers_promotion_2: msg`Installers promotion 2`,
  installers_promotion_3: msg`Installers promotion 3`,
  installers_promotion_4: msg`Installers promotion 4`,
  trainings: msg`Trainings`,
  prioritisation_of_response_time: msg`Prioritisation of response time`,
  satisfaction_score: msg`Satisfaction score`,
  online_training_participation: msg`Online training participation`,
  points_expired: msg`Points expired`,
};
