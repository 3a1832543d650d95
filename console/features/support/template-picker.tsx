import { Trans, useLingui } from '@lingui/react/macro';
import { regionLanguage } from '#schemas/languages.ts';
import type { OperatorChat } from '#schemas/operator/chat-calls.ts';
import {
  chatTemplateCalls,
  fillTemplate,
  type ChatTemplate,
} from '#schemas/operator/chat-template-calls.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { languageText } from '#console/parts/language-text.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { DropDown } from '#console/parts/drop-down.tsx';

/** Returns a template's text in the chat's language, otherwise in the country's language, otherwise its first text. */
function textFor({ texts }: ChatTemplate, { language, region }: OperatorChat) {
  const preferredLanguages = [language, regionLanguage(regionCodeOf(region))];
  const preferredTexts = preferredLanguages.flatMap(
    (tag) => texts.find((text) => text.language === tag) ?? [],
  );
  return preferredTexts[0] ?? texts[0];
}

interface TemplatePickerProps {
  readonly chat: OperatorChat;
  readonly onInsert: (text: string) => void;
}

/** Lets the operator insert one of the templates of the chat's country. */
export function TemplatePicker({ chat, onInsert }: TemplatePickerProps) {
  const { i18n } = useLingui();
  const errorText = useErrorText();
  const { operator } = useSession();
  const { data, error } = useOperatorQuery(chatTemplateCalls.listChatTemplates, {
    query: { region: chat.region, limit: 100 },
  });
  const values = {
    name: chat.person_name,
    company: chat.company_name,
    title: chat.title,
    operator: operator.name,
  };
  return (
    <DropDown button={<Trans>Templates</Trans>}>
      {(close) => (
        <>
          {error && <p className="p-2 text-small">{errorText(error)}</p>}
          {data?.data.length === 0 && (
            <p className="p-2 text-small text-ink-soft">
              <Trans>This country has no templates. Add them with “Templates” at the top.</Trans>
            </p>
          )}
          <ul>
            {data?.data.map((template) => {
              const text = textFor(template, chat);
              return (
                text && (
                  <li key={template.id}>
                    <button
                      type="button"
                      className="flex min-h-12 w-full flex-col justify-center rounded-control px-2 py-1.5 text-start hover:bg-surface-sunken"
                      onClick={() => {
                        onInsert(fillTemplate(text.text, values));
                        close();
                      }}
                    >
                      <span className="font-semibold break-long">{template.name}</span>
                      <span className="text-caption text-ink-soft">
                        {languageText(text.language, i18n.locale)}
                      </span>
                    </button>
                  </li>
                )
              );
            })}
          </ul>
        </>
      )}
    </DropDown>
  );
}
