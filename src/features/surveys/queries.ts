/** Reads the user's surveys from the local database. */
import { map, type Observable } from 'rxjs';
import type { SurveyInvitationDocument } from '#schemas/survey-invitation.ts';
import { isSurveyDone } from '#schemas/survey-status.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { LocalAccount } from '#sync/account.ts';

/** Maximum number of surveys in the list (spec 1 §9). */
const MAX_SURVEYS = 10;

/** The newest open surveys, at most ten. */
export function openSurveys(account: LocalAccount): Observable<SurveyInvitationDocument[]> {
  return account.collections.surveys.find({ selector: {}, sort: [{ newest_first: 'asc' }] }).$.pipe(
    map((documents) =>
      documents
        .map(plainDocument)
        .filter((survey) => !isSurveyDone(survey))
        .slice(0, MAX_SURVEYS),
    ),
  );
}
