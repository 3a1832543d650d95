import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { regionLanguage } from '#schemas/languages.ts';
import { contentCalls } from '#schemas/operator/content-calls.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import { RecordPage } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { usedLanguages, valueOf } from './content-form.ts';
import { ContentLanguages } from './content-languages.tsx';
import { ContentNotices } from './content-notices.tsx';
import { ContentPictures } from './content-pictures.tsx';
import { ContentPreview } from './content-preview.tsx';
import { contentSearch } from './content-search.ts';
import {
  languageHeading,
  planFailureText,
  statusText,
  statusTone,
  typeText,
  type ContentRecord,
} from './content-texts.ts';
import { ContentVersions } from './content-versions.tsx';
import { PlanContent } from './plan-content.tsx';
import { useContentActions } from './use-content-actions.ts';
import { useContentEditor, type ContentEditor } from './use-content-editor.ts';

/** News or a tutorial: texts, preview and publication. */
export function ContentScreen() {
  const { t } = useLingui();
  const query = useOperatorQuery(
    contentCalls.readContent,
    { params: { id: useRecordId() } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery isScreen label={t`Loading the article`} query={query}>
      {(content) => <ContentPage key={content.id} content={content} />}
    </RecordQuery>
  );
}

function ContentPage({ content }: { content: ContentRecord }) {
  const { t, i18n } = useLingui();
  const [{ tab, language }, changeSearch] = useUrlState(contentSearch);
  const [isPlanning, setPlanning] = useState(false);
  const editor = useContentEditor(content);
  const { id, region, publish_at, failed_plan } = content;
  const title = valueOf(editor.values, 'title', 'en') || t`(no title)`;
  const canEdit = regionsWithRight(useSession(), 'content.edit').includes(region);
  const actions = useContentActions({
    ...{ content, title, editor, canEdit },
    onPlan: () => setPlanning(true),
  });
  const isPlanned = publish_at !== null;
  const ownLanguage = regionLanguage(regionCodeOf(region));
  const chosenLanguage = language ?? (ownLanguage === 'en' ? 'pl' : ownLanguage);
  const editorProps = {
    ...{ content, editor, canEdit: canEdit && !isPlanned, language: chosenLanguage },
    onLanguageChange: (next: string) => changeSearch({ language: next }),
  };
  return (
    <>
      <RecordPage
        list={{ href: '/content', title: t`News and tutorials` }}
        title={title}
        presence={{ kind: 'content', id: content.id }}
        badges={<ContentBadges content={content} />}
        notice={
          <>
            {failed_plan && (
              <Banner tone="bad" title={t`The planned publication failed`}>
                {timeText(i18n, failed_plan.at)}: {planFailureText(i18n, failed_plan)}
              </Banner>
            )}
            {actions.error}
            <ContentNotices editor={editor} />
          </>
        }
        actions={actions.buttons}
        facts={useFacts(content, editor)}
        tab={tab}
        onTabChange={(next) => changeSearch({ tab: next })}
        tabs={[
          {
            id: 'texts',
            title: t`Texts`,
            content: <ContentLanguages {...editorProps} />,
          },
          {
            id: 'pictures',
            title: t`Pictures`,
            content: <ContentPictures {...editorProps} />,
          },
          {
            id: 'preview',
            title: t`Preview`,
            content: <ContentPreview {...editorProps} values={editor.values} />,
          },
          {
            id: 'versions',
            title: t`Versions`,
            content: <ContentVersions {...editorProps} />,
          },
          {
            id: 'timeline',
            title: t`Timeline`,
            content: (
              <Timeline
                call={contentCalls.listContentTimeline}
                id={id}
                comments={{ kind: 'content', region }}
              />
            ),
          },
        ]}
      />
      {isPlanning && (
        <PlanContent
          id={id}
          title={title}
          flush={editor.flush}
          onClose={() => setPlanning(false)}
        />
      )}
    </>
  );
}

/** Status of the published version, the scheduled publication and the draft. */
function ContentBadges({ content: { status, publish_at, draft } }: { content: ContentRecord }) {
  const { i18n } = useLingui();
  const isPlanned = publish_at !== null;
  return (
    <>
      <Badge tone={statusTone(status)}>{statusText(i18n, status)}</Badge>
      {isPlanned && <Badge tone={statusTone('planned')}>{statusText(i18n, 'planned')}</Badge>}
      {draft !== null && status !== 'draft' && !isPlanned && (
        <Badge tone={statusTone('draft')}>
          <Trans>Changed draft</Trans>
        </Badge>
      )}
    </>
  );
}

function useFacts(content: ContentRecord, editor: ContentEditor) {
  const { t, i18n } = useLingui();
  const { status, draft, publish_at } = content;
  const time = (at: string) => timeText(i18n, at);
  const languages = usedLanguages(editor.values).map((each) => languageHeading(i18n, each));
  const draftState = () => {
    if (!editor.isSaved) return t`Not saved yet`;
    if (draft === null) return t`None`;
    const at = time(draft.updated_at);
    return draft.updated_by === null ? at : `${at}, ${draft.updated_by}`;
  };
  return [
    { term: <Trans>Type</Trans>, detail: typeText(i18n, content.type) },
    { term: <Trans>Country</Trans>, detail: countryText(i18n, content.region) },
    { term: <Trans>Languages</Trans>, detail: languages.join(', ') || '–' },
    ...(status === 'draft'
      ? [{ term: <Trans>Started at</Trans>, detail: time(content.created_at) }]
      : [
          { term: <Trans>Published at</Trans>, detail: time(content.created_at) },
          { term: <Trans>Changed at</Trans>, detail: time(content.updated_at) },
        ]),
    { term: <Trans>Draft saved at</Trans>, detail: draftState() },
    ...(publish_at === null
      ? []
      : [{ term: <Trans>Planned for</Trans>, detail: time(publish_at) }]),
  ];
}
