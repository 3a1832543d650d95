/**
 * Survey questions for owners, asked at registration or a later sign-in; one row per kind of
 * company.
 */
export interface RegistrationSurveysTable {
  kind: 'regular' | 'decor';
  /** `SurveyQuestion[]` */
  questions: unknown;
}

export interface RegistrationTables {
  registration_surveys: RegistrationSurveysTable;
}
