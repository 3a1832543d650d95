import { useId, type ReactNode } from 'react';

interface FilePickerProps {
  /** `camera` asks the phone to open its camera at once; `files` lets one choose. */
  from: 'camera' | 'files';
  onFile: (file: File) => void;
  /** Draws the control that opens it. */
  children: (open: () => void) => ReactNode;
}

/** Asks for a picture. */
export function FilePicker({ from, onFile, children }: FilePickerProps) {
  const id = useId();
  return (
    <>
      {children(() => document.getElementById(id)?.click())}
      <input
        id={id}
        type="file"
        accept="image/*"
        {...(from === 'camera' && { capture: 'environment' })}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
