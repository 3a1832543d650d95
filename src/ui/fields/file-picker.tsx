import { useId, type ReactNode } from 'react';

interface FilePickerProps {
  /** `camera` opens the phone's camera directly; `files` opens the file picker. */
  from: 'camera' | 'files';
  /** Accepted types, as in `<input accept>`; defaults to images. */
  accept?: string;
  onFile: (file: File) => void;
  /** Renders the control that opens the picker. */
  children: (open: () => void) => ReactNode;
}

/** Lets the person choose a file. */
export function FilePicker({ from, accept = 'image/*', onFile, children }: FilePickerProps) {
  const id = useId();
  return (
    <>
      {children(() => document.getElementById(id)?.click())}
      <input
        id={id}
        type="file"
        accept={accept}
        {...(from === 'camera' && { capture: 'environment' })}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Allows choosing the same file again.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
