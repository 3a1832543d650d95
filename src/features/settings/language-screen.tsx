import { Trans, useLingui } from '@lingui/react/macro';
import {
  catalogueLanguages,
  languageById,
  languageIds,
  messageLanguageOf,
  pickerLanguages,
  type CatalogueLanguage,
} from '#schemas/languages.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { useServices } from '#src/data/services.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { useRequest, type Request } from '#src/data/requests/use-request.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useClock } from '#src/data/time/use-clock.ts';
import { useFormat } from '#src/data/words/format.ts';
import { useUpdateUser } from '#src/data/account/use-update-user.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Page } from '#src/ui/page.tsx';
import { Points } from '#src/ui/points.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { chosen } from './chosen.ts';

/** Enough for a language to part its thousands. */
const SAMPLE_POINTS = 4_851;

/** What the picker offers (spec 1 §1), as far as it is translated. */
const offered: readonly CatalogueLanguage[] = catalogueLanguages.filter((language) =>
  pickerLanguages.some((one) => one === language),
);

/** `/settings/language`: of this device at once, and of the account's messages while online. */
export function LanguageScreen() {
  const { t, i18n } = useLingui();
  const { device } = useServices();
  const self = useSingleton('self');
  const online = useConnection() === 'online';
  const update = useUpdateUser();
  const request = useRequest((language: CatalogueLanguage) =>
    update({ languages_id: languageIds[language] }),
  );
  usePageTitle(t`Language`);
  const shown = chosen(offered, i18n.locale) ?? 'en';

  const choose = (language: CatalogueLanguage) => {
    device.change({ language });
    if (self && online) void request.run(language);
  };
  return (
    <Page
      title={<Trans>Language</Trans>}
      subtitle={<Trans>Of the app on this device, and of our messages to you.</Trans>}
    >
      <div className="space-y-4">
        <SelectField
          label={t`Language`}
          value={shown}
          options={offered.map((language) => ({
            value: language,
            label: nativeLanguageName(language),
          }))}
          onChange={(event) => {
            const language = chosen(offered, event.target.value);
            if (language) choose(language);
          }}
        />
        <LanguageSample />
        {self && <MessageLanguage self={self} shown={shown} request={request} />}
      </div>
    </Page>
  );
}

/** How it writes what every screen has: a day, and a number. */
function LanguageSample() {
  const format = useFormat();
  const { now } = useClock();
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
  shown: CatalogueLanguage;
  request: Request<[CatalogueLanguage], void>;
}

/** Our messages come in another language than the app is in: says so, and offers to change it. */
function MessageLanguage({ self, shown, request }: MessageLanguageProps) {
  const { t } = useLingui();
  const offline = useConnection() !== 'online';
  const errorWords = useErrorWords();
  const current = messageLanguageOf(languageById(self.languages_id));
  const wanted = messageLanguageOf(shown);
  if (current === wanted || (request.busy && request.failure === null)) return null;
  const name = nativeLanguageName(wanted);
  const currentName = nativeLanguageName(current);
  return (
    <Banner
      tone="info"
      title={<Trans>Our messages come in another language: {currentName}</Trans>}
      action={
        <>
          <ErrorBlock messages={request.failure === null ? [] : [errorWords(request.failure)]} />
          <Button
            variant="secondary"
            busy={request.busy}
            disabledReason={offline && t`You are offline. This is changed online.`}
            onClick={() => void request.run(shown)}
          >
            <Trans>Change them to {name}</Trans>
          </Button>
        </>
      }
    />
  );
}
