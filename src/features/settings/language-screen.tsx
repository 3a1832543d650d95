import { Trans, useLingui } from '@lingui/react/macro';
import { languageTag } from '#schemas/formatting-locale.ts';
import {
  languageById,
  languageIds,
  toCatalogueLanguage,
  type CatalogueLanguage,
} from '#schemas/languages.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useLanguageChoice } from '#src/data/device/use-language-choice.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useRequest, type RequestState } from '#src/data/requests/use-request.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useUpdateUser } from '#src/data/account/use-update-user.ts';
import { languageName, nativeLanguageName } from '#src/i18n/language-names.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Points } from '#src/ui/points.tsx';
import { RevealTogether } from '#src/ui/feedback/reveal-together.tsx';
import { RadioRows } from '#src/ui/fields/radio-rows.tsx';
import { oneOf } from './one-of.ts';

/** Large enough to show the thousands separator. */
const SAMPLE_POINTS = 4_851;

/**
 * `/settings/language`: sets the app's language immediately, and while online also the language of messages.
 */
export function LanguageScreen() {
  const { t, i18n } = useLingui();
  const { currentLanguage, choices, choose, error } = useLanguageChoice();
  const self = useLiveQuery((account) => account.singletons.self$, []);
  const online = useConnection() === 'online';
  const update = useUpdateUser();
  const request = useRequest((language: CatalogueLanguage) =>
    update({ languages_id: languageIds[language] }),
  );
  usePageTitle(t`Language`);
  const change = async (language: CatalogueLanguage) => {
    if ((await choose(language)) && self && online) await request.run(language);
  };
  return (
    <Page
      title={<Trans>Language</Trans>}
      subtitle={<Trans>For the app on this device and our messages to you.</Trans>}
    >
      {/* The banner would push the list down if it appeared later. */}
      <RevealTogether isPending={self === undefined}>
        <div className="space-y-4">
          <ErrorBlock messages={error === null ? [] : [error]} />
          <LanguageSample />
          {self && <MessageLanguage self={self} appLanguage={currentLanguage} request={request} />}
          <RadioRows
            legend={<Trans>Language</Trans>}
            legendHidden
            rows={choices.map((language) => ({
              value: language,
              title: <span lang={languageTag(language)}>{nativeLanguageName(language)}</span>,
              meta: language === currentLanguage ? undefined : languageName(language, i18n.locale),
            }))}
            value={currentLanguage}
            onValueChange={(value) => {
              const language = oneOf(choices, value);
              if (language) void change(language);
            }}
          />
        </div>
      </RevealTogether>
    </Page>
  );
}

/** Sample date and number in the chosen language. */
function LanguageSample() {
  const format = useFormat();
  const { now } = useRegionalClock();
  return (
    <Card>
      <p className="text-small text-ink-soft">
        <Trans>This is how it looks</Trans>
      </p>
      <p className="mt-1 flex flex-wrap justify-between gap-x-6 text-title font-semibold">
        <span>{format.date(now)}</span>
        <Points number={format.number(SAMPLE_POINTS)} label={format.points(SAMPLE_POINTS)} />
      </p>
    </Card>
  );
}

interface MessageLanguageProps {
  self: InstallerUser;
  appLanguage: CatalogueLanguage;
  request: RequestState<[CatalogueLanguage], void>;
}

/** Offers to switch the language of messages if it differs from the app's. */
function MessageLanguage({ self, appLanguage, request }: MessageLanguageProps) {
  const { t, i18n } = useLingui();
  const offline = useConnection() !== 'online';
  const errorText = useErrorMessage();
  const currentLanguage = toCatalogueLanguage(languageById(self.languages_id));
  const messageLanguage = toCatalogueLanguage(appLanguage);
  if (currentLanguage === messageLanguage || (request.busy && request.failure === null))
    return null;
  const name = nativeLanguageName(messageLanguage);
  const currentName = languageName(currentLanguage, i18n.locale);
  return (
    <Banner
      tone="info"
      title={<Trans>Our messages are still in {currentName}</Trans>}
      action={
        <>
          <ErrorBlock messages={request.failure === null ? [] : [errorText(request.failure)]} />
          <Button
            variant="secondary"
            busy={request.busy}
            disabledReason={offline && t`You’re offline. Connect to change this.`}
            onClick={() => void request.run(appLanguage)}
          >
            <Trans>Change them to {name}</Trans>
          </Button>
        </>
      }
    />
  );
}
