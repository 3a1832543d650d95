import { Check, ChevronDown, CircleAlert } from 'lucide-react';
import { type ReactNode, type RefObject, useContext, useRef, useState } from 'react';
import {
  Button,
  ComboBox,
  ComboBoxStateContext,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components/ComboBox';
import { controlClass, type FieldTextProps } from './field-frame.tsx';
import { useReportOpenList } from './open-list.ts';

export interface ComboOption {
  id: string;
  label: string;
  /** A second line. */
  detail?: string | undefined;
  /** Text that the field shows when this option is chosen; defaults to the label. */
  text?: string | undefined;
}

interface ComboFieldProps extends FieldTextProps {
  options: readonly ComboOption[];
  /** The chosen option's id. */
  value: string | null;
  onValueChange: (id: string | null) => void;
  /** The typed text, if the caller searches options by it; requires `onInputChange`. */
  inputValue?: string | undefined;
  onInputChange?: ((text: string) => void) | undefined;
  /** Matches an option's text against the input; `none` if the options already are search results. */
  filter: ((text: string, input: string) => boolean) | 'none';
  /** Shown if nothing matches; null keeps the list closed. */
  emptyText: ReactNode;
  /** `typing` for suggestions: opens only on input and has no button. */
  opensOn?: 'focus' | 'typing';
  /** Allows text that doesn't match any option. */
  allowsCustomValue?: boolean;
  /** Icon at the end, with `opensOn: 'typing'`. */
  icon?: ReactNode;
  placeholder?: string | undefined;
  isDisabled?: boolean | undefined;
  /** Focuses the field immediately, which opens its list. */
  autoFocus?: boolean;
  name?: string | undefined;
}

/** Combo box: finds one of many options, or takes free text with suggestions. */
export function ComboField(props: ComboFieldProps) {
  const { label, hint, error, optionalLabel, options, value, filter } = props;
  const opensOnTyping = props.opensOn === 'typing';
  const control = useRef<HTMLDivElement>(null);
  return (
    <ComboBox
      {...(filter === 'none'
        ? { items: options }
        : { defaultItems: options, defaultFilter: filter })}
      {...(props.inputValue !== undefined && { inputValue: props.inputValue })}
      {...(props.onInputChange && { onInputChange: props.onInputChange })}
      {...(props.name && { name: props.name, formValue: 'key' as const })}
      selectedKey={value}
      onSelectionChange={(key) => props.onValueChange(key === null ? null : String(key))}
      isInvalid={Boolean(error)}
      isDisabled={Boolean(props.isDisabled)}
      autoFocus={props.autoFocus ?? false}
      allowsEmptyCollection={props.emptyText !== null}
      allowsCustomValue={props.allowsCustomValue ?? false}
      onOpenChange={useReportOpenList()}
      menuTrigger={opensOnTyping ? 'input' : 'focus'}
      className="block min-w-0"
    >
      <Label className="mb-1.5 block text-small font-semibold break-long">
        {label}
        {optionalLabel && <span className="ms-1.5 font-normal text-ink-soft">{optionalLabel}</span>}
      </Label>
      <div ref={control} className="relative">
        <Input
          placeholder={props.placeholder ?? ''}
          className={controlClass(Boolean(error), 'pe-12')}
        />
        {opensOnTyping ? (
          <span className="pointer-events-none absolute end-0 top-0 grid size-target place-items-center text-ink-soft [&_svg]:size-5">
            {props.icon}
          </span>
        ) : (
          <Button className="absolute end-0 top-0 grid size-target place-items-center rounded-control text-ink-soft outline-none">
            <ChevronDown className="size-5" />
          </Button>
        )}
      </div>
      {error && (
        <Text
          slot="errorMessage"
          className="mt-1.5 flex gap-1.5 text-small font-medium break-long text-bad"
        >
          <CircleAlert className="mt-0.5 size-4 shrink-0" />
          {error}
        </Text>
      )}
      {hint && (
        <Text slot="description" className="mt-1.5 block text-small break-long text-ink-soft">
          {hint}
        </Text>
      )}
      <Options emptyText={props.emptyText} control={control} />
    </ComboBox>
  );
}

interface OptionsProps extends Pick<ComboFieldProps, 'emptyText'> {
  control: RefObject<HTMLElement | null>;
}

function Options({ emptyText, control }: OptionsProps) {
  const state = useContext(ComboBoxStateContext);
  const [scrollCount, setScrollCount] = useState(0);
  // React Aria closes the list on any scroll, even if the keyboard or a notice moved the page by a few pixels.
  const closeUnlessScrolled = () => {
    if (globalThis.event?.type === 'scroll' && isInView(control.current))
      setScrollCount((count) => count + 1);
    else state?.close();
  };
  return (
    <Popover
      isOpen={state?.isOpen ?? false}
      onOpenChange={closeUnlessScrolled}
      offset={6}
      // The list is positioned again only if a prop changes.
      crossOffset={(scrollCount % 2) / 1000}
      className="pop-over w-(--trigger-width) overflow-y-auto rounded-card bg-surface-raised p-2 shadow-float"
    >
      <ListBox<ComboOption>
        className="outline-none"
        renderEmptyState={() => <p className="p-3 text-ink-soft">{emptyText}</p>}
      >
        {(option) => (
          <ListBoxItem
            id={option.id}
            textValue={option.text ?? option.label}
            className="group flex min-h-target cursor-pointer items-center gap-2 rounded-control px-3 py-2 outline-none data-focused:bg-surface-sunken sunlight:data-focused:outline-2 sunlight:data-focused:-outline-offset-2 sunlight:data-focused:outline-solid"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-long">{option.label}</span>
              {option.detail && (
                <span className="block text-small break-long text-ink-soft">{option.detail}</span>
              )}
            </span>
            <Check className="invisible size-5 shrink-0 text-info group-data-selected:visible" />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}

/** True if the centre of an element is neither scrolled away nor covered. */
function isInView(element: HTMLElement | null): boolean {
  if (!element) return false;
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
