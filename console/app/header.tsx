import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, CircleHelp, LogOut, Menu, Search } from 'lucide-react';
import { brand } from '#brand';
import { classNames } from '#src/ui/class-names.ts';
import { Logo } from '#src/ui/media/logo.tsx';
import { initialsOf } from '#src/ui/media/avatar.tsx';
import { useSession } from '#console/data/session.ts';
import { useOfflineReason } from '#console/data/use-online.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { DropDown, toolButtonClass } from '#console/parts/drop-down.tsx';
import { Keys } from '#console/parts/palette/palette.tsx';
import { CountrySwitch } from './country-switch.tsx';
import { chooseLanguage, languageNames, useSignOutOrReport } from './frame-actions.ts';
import { type ConsoleLanguage, languageFor } from './language.ts';
import { ScreenLinks } from './navigation.tsx';
import { changePreferences, usePreferences, type Preferences } from '#console/parts/preferences.ts';

interface HeaderProps {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

export const paletteKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** The console's header: country, search, help and account. */
export function Header({ onSearch, onHelp }: HeaderProps) {
  const { t } = useLingui();
  return (
    <header className="flex min-h-14 min-w-0 items-center gap-1.5 border-b border-line bg-surface-raised px-2 [grid-area:header] tablet:gap-3 tablet:px-4">
      <span className="shrink-0 tablet:hidden">
        <DropDown
          button={
            <>
              <Menu className="size-5!" />
              <span className="sr-only">
                <Trans>Screens</Trans>
              </span>
            </>
          }
        >
          {(close) => (
            <nav aria-label={t`Screens`} className="flex flex-col gap-4">
              <ScreenLinks hasNames onFollow={close} />
            </nav>
          )}
        </DropDown>
      </span>
      <ConsoleLink
        href="/"
        className="flex min-h-target min-w-target shrink-0 items-center gap-2.5 rounded-control font-semibold"
      >
        <Logo size="avatar" />
        <span className="sr-only desk:not-sr-only">{brand.name}</span>
      </ConsoleLink>
      <CountrySwitch />
      <button
        type="button"
        onClick={onSearch}
        className="ms-auto flex min-h-target min-w-target shrink-0 items-center justify-center gap-2 rounded-control bg-surface-sunken px-2 tablet:px-3 desk:me-auto text-ink-soft hover:bg-surface-hover desk:w-72 sunlight:border sunlight:border-line-strong"
      >
        <Search className="size-4 shrink-0" />
        <span className="sr-only flex-1 text-start text-small desk:not-sr-only">
          <Trans>Search</Trans>
        </span>
        <span aria-hidden="true" className="hidden whitespace-nowrap desk:inline">
          <Keys>{paletteKeys}</Keys>
        </span>
      </button>
      <button
        type="button"
        aria-label={t`Keyboard help`}
        onClick={onHelp}
        // Devices with a narrow window rarely have a keyboard; the `?` key still works.
        className={classNames(toolButtonClass, 'max-tablet:hidden')}
      >
        <CircleHelp className="size-5!" />
      </button>
      <AccountMenu />
    </header>
  );
}

function AccountMenu() {
  const { t, i18n } = useLingui();
  const { operator } = useSession();
  const offlineReason = useOfflineReason();
  const signOut = useSignOutOrReport();
  const { theme, fontSize, language } = usePreferences();
  const themes: readonly [Preferences['theme'], string][] = [
    ['system', t`Same as the device`],
    ['light', t`Light`],
    ['dark', t`Dark`],
    ['sunlight', t`High contrast`],
  ];
  const fontSizes: readonly [Preferences['fontSize'], string][] = [
    ['14px', t`Normal`],
    ['17px', t`Large`],
    ['20px', t`Very large`],
  ];
  return (
    <DropDown
      button={
        <>
          <span className="sr-only">
            <Trans>Account of {operator.name}</Trans>
          </span>
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-full bg-dawn text-caption font-semibold text-dawn-ink card-line"
          >
            {initialsOf(operator.name, i18n.locale)}
          </span>
          <ChevronDown />
        </>
      }
    >
      <div className="px-2 pt-1 pb-3">
        <p className="font-semibold break-long">{operator.name}</p>
        <p className="text-small text-ink-soft break-long">{operator.email}</p>
      </div>
      <Choice
        label={t`Theme`}
        options={themes}
        value={theme}
        onChange={(value) => changePreferences({ theme: value })}
      />
      <Choice
        label={t`Text size`}
        options={fontSizes}
        value={fontSize}
        onChange={(value) => changePreferences({ fontSize: value })}
      />
      <Choice
        label={t`Language`}
        options={Object.entries(languageNames) as [ConsoleLanguage, string][]}
        value={languageFor(language)}
        onChange={(value) => void chooseLanguage(value)}
      />
      <div className="mt-2 border-t border-line pt-2">
        <button
          type="button"
          aria-disabled={offlineReason !== undefined || undefined}
          onClick={offlineReason === undefined ? signOut : undefined}
          className={classNames(toolButtonClass, 'w-full justify-start!')}
        >
          <LogOut />
          <span>
            <Trans>Sign out</Trans>
            {offlineReason !== undefined && (
              <span className="block text-caption font-normal text-ink-soft">{offlineReason}</span>
            )}
          </span>
        </button>
      </div>
    </DropDown>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice between a few values. */
function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset className="px-2 py-1.5">
      <legend className="pb-1 text-caption font-semibold text-ink-soft">{label}</legend>
      <div className="flex flex-wrap gap-1">
        {options.map(([option, text]) => (
          <label
            key={option}
            className="relative inline-flex min-h-tool flex-1 items-center justify-center rounded-control border border-line px-2.5 text-small font-medium whitespace-nowrap has-checked:border-transparent has-checked:bg-inverse has-checked:text-inverse-ink has-checked:forced-color-adjust-none has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={label}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="absolute inset-0 opacity-0"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
