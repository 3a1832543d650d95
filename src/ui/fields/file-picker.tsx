import { useId, type ReactNode } from 'react';

interface FilePickerProps {
  /** `camera` opens the phone's camera directly; `files` opens the file picker. */
  from: 'camera' | 'files';
  /** Accepted types, as in `<input accept>`; defaults to images. */
  accept?: string;
  /** Allows several files, and calls `onFile` for each. */
  multiple?: boolean;
  onFile: (file: File) => void;
  /** Renders the control that opens the picker. */
  children: (open: () => void) => ReactNode;
}

/** Lets the user choose a file. */
export function FilePicker({
  from,
  accept = 'image/*',
  multiple = false,
  onFile,
  children,
}: FilePickerProps) {
  const id = useId();
  return (
    <>
      {children(() => document.getElementById(id)?.click())}
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        {...(from === 'camera' && { capture: 'environment' })}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Allows choosing the same file again.
          event.target.value = '';
          for (const file of files) onFile(file);
        }}
      />
    </>
  );
}
