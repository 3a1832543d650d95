import { Trans, useLingui } from '@lingui/react/macro';
import { Bell } from 'lucide-react';
import { NotificationItem } from '#src/parts/notification-item.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { PhonePreview } from '#console/parts/phone-preview.tsx';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import {
  type Announcement,
  languageHeading,
  toTextList,
  type TextValues,
} from './announcement-texts.ts';

interface PreviewProps {
  readonly announcement: Announcement;
  /** Texts as typed, even if not saved yet. */
  readonly values: TextValues;
  readonly language: string;
  readonly onLanguageChange: (language: string) => void;
}

/** Preview of the notification at phone width: in the list, and opened. */
export function AnnouncementPreview(props: PreviewProps) {
  const { announcement, values, language, onLanguageChange } = props;
  const { t, i18n } = useLingui();
  const texts = toTextList(values);
  const shownText = texts.find((each) => each.language === language) ?? texts[0];
  if (shownText === undefined) return <EmptyPart />;
  const { created_at: moment } = announcement;
  return (
    <PhonePreview
      language={shownText.language}
      fields={
        <SelectField
          label={t`Language`}
          hint={t`An installer whose language has no text gets English.`}
          options={texts.map((each) => ({
            value: each.language,
            label: languageHeading(i18n, each.language),
          }))}
          value={shownText.language}
          onChange={({ target }) => onLanguageChange(target.value)}
        />
      }
    >
      <div className="space-y-6">
        <div className="space-y-2">
          <h2 lang={i18n.locale} className="text-small font-semibold text-ink-soft">
            <Trans>In the list</Trans>
          </h2>
          <List label={t`In the list`}>
            <NotificationItem
              title={shownText.title}
              text={shownText.text}
              type="info"
              isUnread
              icon={<Bell />}
              tone="system"
              time={{ moment, text: i18n.date(new Date(moment), { timeStyle: 'short' }) }}
            />
          </List>
        </div>
        <div className="space-y-2">
          <h2 lang={i18n.locale} className="text-small font-semibold text-ink-soft">
            <Trans>Opened</Trans>
          </h2>
          <div className="space-y-2 rounded-card bg-surface-raised p-4 card-rise">
            <p className="text-title font-semibold break-long">{shownText.title}</p>
            <p className="whitespace-pre-line break-long">{shownText.text}</p>
          </div>
        </div>
      </div>
    </PhonePreview>
  );
}
