import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import { sourceLanguage } from '#schemas/languages.ts';
import { announcementCalls } from '#schemas/operator/announcement-calls.ts';
import type { Audience } from '#schemas/operator/audience.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { announce } from '#src/ui/feedback/announce.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { AudienceFields } from '#console/parts/audience-fields.tsx';
import { languageName } from '#console/parts/language-text.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import {
  type Announcement,
  announcementQueries,
  findIncompleteLanguage,
  languageHeading,
  toTextList,
} from './announcement-texts.ts';
import { TestPart } from './test-part.tsx';
import type { AnnouncementEditor } from './use-announcement-editor.ts';

type AudienceCount = ResultOf<typeof announcementCalls.countAnnouncementAudience>;

interface SendPartProps {
  readonly announcement: Announcement;
  readonly editor: AnnouncementEditor;
}

/** Section for sending an announcement: the test, the audience and its size, and the button. */
export function SendPart(props: SendPartProps) {
  const { t, i18n } = useLingui();
  const incompleteLanguage = findIncompleteLanguage(props.editor.values);
  const problem =
    incompleteLanguage === null
      ? undefined
      : t`${languageHeading(i18n, incompleteLanguage)} needs a title and a text.`;
  return (
    <div className="flex max-w-narrow flex-col gap-4">
      {problem !== undefined && <Banner tone="warn">{problem}</Banner>}
      <TestPart {...props} problem={problem} />
      <AudiencePart {...props} problem={problem} />
    </div>
  );
}

function AudiencePart({
  announcement,
  editor,
  problem,
}: SendPartProps & { readonly problem: string | undefined }) {
  const { t, i18n } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const { id, region, company_types: types } = announcement;
  const title = toTextList(editor.values).find(
    ({ language }) => language === sourceLanguage,
  )?.title;
  const [audience, setAudience] = useState<Audience>({});
  const count = useOperatorQuery(
    announcementCalls.countAnnouncementAudience,
    { params: { id }, query: audience },
    { fresh: 'queue' },
  );
  const action = useOperatorAction(announcementCalls.sendAnnouncement, {
    refetches: announcementQueries,
  });
  const people = count.data?.people ?? 0;
  const send = async () => {
    const why = await askWhy({
      title: t`Send “${title ?? ''}” to ${plural(people, { one: '# person', other: '# people' })}?`,
      consequence: t`It will be sent in 60 seconds, even if you close the page. Until then, you can undo it.`,
      confirmLabel: t`Send`,
    });
    if (why === null) return;
    try {
      const rev = await editor.flush();
      await action.mutateAsync({ params: { id }, body: { audience, people, rev, why } });
      // This is only for screen readers. On the page, a countdown appears above the tabs.
      announce(t`It will be sent in 60 seconds.`);
    } catch (failure) {
      // The audience may have changed.
      void count.refetch();
      throw failure;
    }
  };
  return (
    <section
      aria-labelledby="audience"
      className="flex flex-col gap-4 rounded-card bg-surface-raised p-4 card-rise"
    >
      <h2 id="audience" className="font-semibold">
        <Trans>Choose who gets it</Trans>
      </h2>
      <ActionForm
        isGuarded={false}
        label={t`Choose who gets it`}
        error={action.error}
        isBusy={action.isPending}
        submitLabel={
          people === 0 ? (
            <Trans>Send</Trans>
          ) : (
            <Plural value={people} one="Send to # person" other="Send to # people" />
          )
        }
        disabledReason={problem ?? (people === 0 ? t`No one matches.` : undefined)}
        onSubmit={send}
      >
        <AudienceFields
          region={region}
          audience={audience}
          onChange={setAudience}
          companyTypes={types.map(({ id: type, name }) => ({
            id: type,
            name: textInLanguage(name, i18n.locale),
          }))}
        />
        <ErrorBlock messages={count.error ? [errorText(count.error)] : []} />
        <p role="status" className="text-small">
          {count.data && !count.isFetching ? (
            <>
              <Plural value={people} one="# person" other="# people" />
              {' · '}
              <Plural
                value={count.data.with_push}
                one="# also gets a push notification"
                other="# also get a push notification"
              />
            </>
          ) : (
            <Trans>Counting…</Trans>
          )}
        </p>
        {count.data && <Fallbacks audienceCount={count.data} editor={editor} />}
      </ActionForm>
    </section>
  );
}

/** Notice about people who get the English text because their language has none, with their number per language. */
function Fallbacks({
  audienceCount,
  editor,
}: {
  audienceCount: AudienceCount;
  editor: AnnouncementEditor;
}) {
  const { i18n } = useLingui();
  const writtenLanguages = toTextList(editor.values).map(({ language }) => language);
  const missingLanguages = audienceCount.languages.filter(
    ({ language }) => !writtenLanguages.includes(language),
  );
  const people = missingLanguages.reduce((sum, each) => sum + each.people, 0);
  if (people === 0) return null;
  const list = missingLanguages
    .map(({ language, people: number }) => {
      const name = languageName(language, i18n.locale);
      return `${name} (${i18n.number(number)})`;
    })
    .join(', ');
  return (
    <Banner tone="info">
      <Plural
        value={people}
        one="# person gets English, because their language has no text:"
        other="# people get English, because their language has no text:"
      />{' '}
      {list}
    </Banner>
  );
}
