import { Trans, useLingui } from '@lingui/react/macro';
import { Bold, Heading, Italic, Link, List, ListOrdered, RemoveFormatting } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { controlClass } from '#src/ui/fields/field-frame.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { sanitiseHtml } from '#src/ui/html-text.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { SubmitForm } from '#console/parts/submit-form.tsx';
import { readCleanHtml } from './html-dom.ts';

interface HtmlFieldProps {
  readonly label: string;
  /** Language of the text. */
  readonly language: string;
  readonly html: string;
  readonly onChange: (html: string) => void;
}

/** Rich text field, styled as in the app. */
export function HtmlField({ label, language, html, onChange }: HtmlFieldProps) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  /** HTML shown in the field. */
  const shownHtml = useRef<string | null>(null);
  useEffect(() => {
    const element = ref.current;
    // After a change made in the field itself, the HTML isn't set again, because that would move the cursor.
    if (element === null || shownHtml.current === html) return;
    shownHtml.current = html;
    element.innerHTML = sanitiseHtml(html);
  }, [html]);
  const reportChange = () => {
    if (ref.current === null) return;
    shownHtml.current = readCleanHtml(ref.current);
    onChange(shownHtml.current);
  };
  return (
    <div className="min-w-0">
      <span id={id} className="mb-1.5 block text-[0.9375rem] font-semibold break-long">
        {label}
      </span>
      <Toolbar label={label} editable={ref} />
      <div
        ref={ref}
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-labelledby={id}
        lang={language}
        contentEditable
        suppressContentEditableWarning
        onFocus={() => runCommand('defaultParagraphSeparator', 'p')}
        onInput={reportChange}
        onPaste={(event) => {
          event.preventDefault();
          const pastedHtml = event.clipboardData.getData('text/html');
          if (pastedHtml === '')
            runCommand('insertText', event.clipboardData.getData('text/plain'));
          else runCommand('insertHTML', sanitiseHtml(pastedHtml));
        }}
        className={controlClass(
          false,
          'min-h-48! space-y-4 break-long [&_a]:font-semibold [&_a]:text-info [&_a]:underline [&_blockquote]:border-s-4 [&_blockquote]:border-line [&_blockquote]:ps-4 [&_h2]:text-title [&_h2]:font-semibold [&_h3]:font-semibold [&_h4]:font-semibold [&_li]:my-1 [&_ol]:list-decimal [&_ol]:ps-6 [&_ul]:list-disc [&_ul]:ps-6',
        )}
      />
    </div>
  );
}

/** Changes the selected text of the focused field. */
function runCommand(command: string, value?: string): void {
  // `execCommand` is deprecated, but every browser supports it, and the only replacements are large libraries.
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand(command, false, value);
}

interface ToolbarProps {
  readonly label: string;
  readonly editable: { readonly current: HTMLElement | null };
}

function Toolbar({ label, editable }: ToolbarProps) {
  const { t } = useLingui();
  const [range, setRange] = useState<Range | null>(null);
  const tools = [
    { name: t`Bold`, icon: <Bold />, run: () => runCommand('bold') },
    { name: t`Italic`, icon: <Italic />, run: () => runCommand('italic') },
    { name: t`Heading`, icon: <Heading />, run: () => runCommand('formatBlock', 'h3') },
    { name: t`List`, icon: <List />, run: () => runCommand('insertUnorderedList') },
    { name: t`Numbered list`, icon: <ListOrdered />, run: () => runCommand('insertOrderedList') },
    { name: t`Link`, icon: <Link />, run: () => setRange(selectedRange(editable.current)) },
    {
      name: t`Plain text`,
      icon: <RemoveFormatting />,
      run: () => {
        runCommand('removeFormat');
        runCommand('unlink');
        runCommand('formatBlock', 'p');
      },
    },
  ];
  const addLink = (address: string) => {
    setRange(null);
    const selection = getSelection();
    editable.current?.focus();
    if (range === null || selection === null) return;
    selection.removeAllRanges();
    selection.addRange(range);
    if (range.collapsed) runCommand('insertText', address);
    // Selects the inserted address, so that it becomes the text of the link.
    if (range.collapsed)
      for (let count = 0; count < address.length; count += 1)
        selection.modify('extend', 'backward', 'character');
    runCommand('createLink', address);
  };
  return (
    <>
      <div
        role="toolbar"
        aria-label={t`Format of ${label}`}
        className="mb-1.5 flex flex-wrap gap-1"
      >
        {tools.map(({ name, icon, run }) => (
          <IconButton
            key={name}
            label={name}
            icon={icon}
            // Keeps the selection in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              editable.current?.focus();
              run();
            }}
          />
        ))}
      </div>
      {range !== null && <LinkForm onCancel={() => setRange(null)} onAdd={addLink} />}
    </>
  );
}

/** Returns a copy of the selected range, or null if it isn't within the element. */
function selectedRange(element: HTMLElement | null): Range | null {
  const selection = getSelection();
  if (element === null || selection === null || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  return element.contains(range.commonAncestorContainer) ? range.cloneRange() : null;
}

interface LinkFormProps {
  readonly onAdd: (address: string) => void;
  readonly onCancel: () => void;
}

function LinkForm({ onAdd, onCancel }: LinkFormProps) {
  const { t } = useLingui();
  const [address, setAddress] = useState('https://');
  const [showErrors, setShowErrors] = useState(false);
  const isAddress = /^https:\/\/[^\s/]+\.[^\s]+$/i.test(address.trim());
  return (
    <SubmitForm
      className="mb-2 flex flex-wrap items-start gap-2 rounded-control bg-surface-sunken p-3"
      onSubmit={() => {
        setShowErrors(true);
        if (isAddress) onAdd(address.trim());
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          label={t`Link address`}
          type="url"
          autoFocus
          autoComplete="off"
          value={address}
          error={showErrors && !isAddress ? t`Enter the full address of the page.` : undefined}
          onChange={({ target }) => setAddress(target.value)}
        />
      </div>
      <div className="flex gap-2 pt-7">
        <Button type="submit" variant="secondary">
          <Trans>Add the link</Trans>
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </SubmitForm>
  );
}
