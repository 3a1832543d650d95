import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { regionLanguage, sourceLanguage } from '#schemas/languages.ts';
import { announcementCalls } from '#schemas/operator/announcement-calls.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import { languageName } from '#console/parts/language-text.ts';
import { RecordPage } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { useRecordActions } from '#console/parts/record/use-record-actions.tsx';
import { useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { AnnouncementLanguages } from './announcement-languages.tsx';
import { AnnouncementPreview } from './announcement-preview.tsx';
import { type Announcement, stateText, stateTone, valueOf } from './announcement-texts.ts';
import { announcementSearch } from './announcements-search.ts';
import { SendPart } from './send-part.tsx';
import { SendingNotice } from './sending-notice.tsx';
import { type AnnouncementEditor, useAnnouncementEditor } from './use-announcement-editor.ts';

/** Polling interval while an announcement is held or being sent, in ms. */
const SENDING_MS = 1000;

/** An announcement: texts, preview, test, audience and progress. */
export function AnnouncementScreen() {
  const { t } = useLingui();
  const query = useOperatorQuery(
    announcementCalls.getAnnouncement,
    { params: { id: useRecordId() } },
    {
      fresh: 'queue',
      pollMs: (read) => (read?.state === 'held' || read?.state === 'sending' ? SENDING_MS : null),
    },
  );
  return (
    <RecordQuery isScreen label={t`Loading the announcement`} query={query}>
      {(announcement) => <AnnouncementPage key={announcement.id} announcement={announcement} />}
    </RecordQuery>
  );
}

function AnnouncementPage({ announcement }: { announcement: Announcement }) {
  const { t, i18n } = useLingui();
  const [{ tab, language }, changeSearch] = useUrlState(announcementSearch);
  const editor = useAnnouncementEditor(announcement);
  const { id, region, state } = announcement;
  const title = valueOf(editor.values, 'title', sourceLanguage) || t`(no title)`;
  const canEdit = regionsWithRight(useSession(), 'content.edit').includes(region);
  const isEditable = canEdit && state === 'draft';
  const actions = useDiscard({ announcement, title, editor, isEditable });
  const ownLanguage = regionLanguage(regionCodeOf(region));
  const chosenLanguage = language ?? (ownLanguage === sourceLanguage ? 'pl' : ownLanguage);
  const languages = {
    language: chosenLanguage,
    onLanguageChange: (next: string) => changeSearch({ language: next }),
  };
  return (
    <RecordPage
      list={{ href: '/announcements', title: t`Announcements` }}
      title={title}
      presence={{ kind: 'announcement', id: announcement.id }}
      badges={<Badge tone={stateTone(state)}>{stateText(i18n, state)}</Badge>}
      notice={
        <>
          {actions.error}
          <SendingNotice announcement={announcement} canEdit={canEdit} />
        </>
      }
      actions={actions.buttons}
      facts={useFacts(announcement, editor)}
      tab={tab}
      onTabChange={(next) => changeSearch({ tab: next })}
      tabs={[
        {
          id: 'texts',
          title: t`Texts`,
          content: <AnnouncementLanguages editor={editor} canEdit={isEditable} {...languages} />,
        },
        {
          id: 'preview',
          title: t`Preview`,
          content: (
            <AnnouncementPreview
              announcement={announcement}
              values={editor.values}
              {...languages}
            />
          ),
        },
        ...(isEditable
          ? [
              {
                id: 'send',
                title: t`Test and send`,
                content: <SendPart announcement={announcement} editor={editor} />,
              },
            ]
          : []),
        {
          id: 'timeline',
          title: t`Timeline`,
          content: (
            <Timeline
              call={announcementCalls.listAnnouncementTimeline}
              id={id}
              comments={{ kind: 'announcement', region }}
            />
          ),
        },
      ]}
    />
  );
}

interface DiscardOptions {
  readonly announcement: Announcement;
  readonly title: string;
  readonly editor: AnnouncementEditor;
  readonly isEditable: boolean;
}

function useDiscard({ announcement: { id }, title, editor, isEditable }: DiscardOptions) {
  const { t } = useLingui();
  const router = useRouter();
  const discardAction = useOperatorAction(announcementCalls.discardAnnouncement, {
    refetches: ['listAnnouncements', 'listAudit'],
  });
  return useRecordActions(
    'announcements',
    isEditable
      ? [
          {
            id: 'discard-announcement',
            label: t`Discard the draft`,
            question: t`Discard “${title}”?`,
            consequence: t`The draft will be deleted. This can’t be undone.`,
            isDanger: true,
            run: async (why) => {
              const rev = await editor.flush();
              await discardAction.mutateAsync({ params: { id }, body: { rev, why } });
              await router.navigate({ href: '/announcements' });
              return t`The draft was discarded.`;
            },
          },
        ]
      : [],
  );
}

function useFacts(announcement: Announcement, editor: AnnouncementEditor) {
  const { t, i18n } = useLingui();
  const { state, region, people, notified, skipped, read } = announcement;
  const { sent_by: sentBy, finished_at: finishedAt, created_by: createdBy } = announcement;
  const number = (value: number) => i18n.number(value);
  const by = (at: string, name: string | null) =>
    [timeText(i18n, at), name].filter(Boolean).join(', ');
  return [
    { term: <Trans>Country</Trans>, detail: countryText(i18n, region) },
    { term: <Trans>Created</Trans>, detail: by(announcement.created_at, createdBy) },
    ...(state === 'draft'
      ? [{ term: <Trans>Draft</Trans>, detail: editor.isSaved ? t`Saved` : t`Not saved yet` }]
      : [
          { term: <Trans>Audience</Trans>, detail: <AudienceText announcement={announcement} /> },
          { term: <Trans>People</Trans>, detail: number(people) },
          { term: <Trans context="announcement">Sent to</Trans>, detail: number(notified) },
          { term: <Trans context="announcement">Read by</Trans>, detail: number(read) },
          ...(skipped === 0
            ? []
            : [{ term: <Trans>No longer active</Trans>, detail: number(skipped) }]),
          ...(finishedAt === null
            ? []
            : [
                {
                  term: <Trans context="announcement">Finished</Trans>,
                  detail: by(finishedAt, sentBy),
                },
              ]),
        ]),
  ];
}

/** Filters of the audience that received the announcement. */
function AudienceText({ announcement }: { announcement: Announcement }) {
  const { t, i18n } = useLingui();
  const { role, verified, language, company, company_type } = announcement.audience ?? {};
  const type = announcement.company_types.find(({ id }) => id === company_type);
  const conditions = [
    role && { owner: t`Owners`, staff: t`Members` }[role],
    verified !== undefined && (verified === 1 ? t`Verified` : t`Not verified`),
    type && textInLanguage(type.name, i18n.locale),
    language && languageName(language, i18n.locale),
    company && t`One company`,
  ];
  return conditions.filter(Boolean).join(' · ') || t`Everyone`;
}
