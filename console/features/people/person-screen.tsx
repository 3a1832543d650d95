import { Trans, useLingui } from '@lingui/react/macro';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { languageText } from '#console/parts/language-text.ts';
import { ConsoleLink, consoleLink } from '#console/parts/console-link.tsx';
import { RecordPage } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { ChangeContact } from './change-contact.tsx';
import { personSearch } from './people-search.ts';
import { usePersonActions } from './person-actions.tsx';
import { PersonContact } from './person-contact.tsx';
import { PersonSessions } from './person-sessions.tsx';
import { roleText, stateText, stateTone, type PersonFile } from './person-texts.ts';

/** A person's file. */
export function PersonScreen() {
  const { t } = useLingui();
  const id = useRecordId();
  const query = useOperatorQuery(
    personCalls.readPersonFile,
    { params: { id } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery isScreen label={t`Loading the person`} query={query}>
      {(person) => <PersonPage person={person} />}
    </RecordQuery>
  );
}

function PersonPage({ person }: { person: PersonFile }) {
  const { t, i18n } = useLingui();
  const [{ tab }, changeSearch] = useUrlState(personSearch);
  const session = useSession();
  const canChat = regionsWithRight(session, 'support.edit').includes(person.region);
  const { buttons, error, sheet, canEdit } = usePersonActions(person);
  const day = (time: string) => i18n.date(new Date(time), { dateStyle: 'medium' });
  return (
    <RecordPage
      list={{ href: '/people', title: t`People` }}
      title={person.name}
      presence={{ kind: 'installer', id: person.id }}
      badges={<Badge tone={stateTone(person)}>{stateText(i18n, person)}</Badge>}
      actions={
        <>
          {canChat && person.active && (
            <LinkButton
              variant="secondary"
              {...consoleLink(`/support?panel=start&person=${person.id}`)}
            >
              <Trans>Start a chat</Trans>
            </LinkButton>
          )}
          {buttons}
          {sheet}
        </>
      }
      notice={error}
      facts={[
        {
          term: <Trans>Company</Trans>,
          detail: (
            <ConsoleLink
              href={`/companies/${person.company.id}`}
              className="text-info hover:underline"
            >
              {person.company.name}
            </ConsoleLink>
          ),
        },
        { term: <Trans context="person">Role</Trans>, detail: roleText(i18n, person.role) },
        { term: <Trans>Language</Trans>, detail: languageText(person.language, i18n.locale) },
        { term: <Trans>Added on</Trans>, detail: day(person.created_at) },
        ...(person.removed_at === null
          ? []
          : [{ term: <Trans>Removed on</Trans>, detail: day(person.removed_at) }]),
      ]}
      tab={tab}
      onTabChange={(id) => changeSearch({ tab: id })}
      tabs={[
        {
          id: 'contact',
          title: t`Contact`,
          content: (
            <div className="flex max-w-[48rem] flex-col gap-4">
              <PersonContact person={person} />
              {canEdit && person.active && <ChangeContact person={person} />}
            </div>
          ),
        },
        {
          id: 'sessions',
          title: t`Sessions`,
          content: <PersonSessions person={person} canEdit={canEdit} />,
        },
        {
          id: 'timeline',
          title: t`Timeline`,
          content: (
            <Timeline
              call={personCalls.listPersonTimeline}
              id={person.id}
              comments={{
                kind: 'installer',
                region: person.region,
                isErased: person.is_erased,
              }}
            />
          ),
        },
      ]}
    />
  );
}
