/** What owners are asked when they register, or at a later sign-in: one row for each kind of company. */
export interface RegistrationSurveysTable {
  kind: 'regular' | 'decor';
  /** `SurveyQuestion[]` */
  questions: unknown;
}

export interface RegistrationTables {
  registration_surveys: RegistrationSurveysTable;
}
