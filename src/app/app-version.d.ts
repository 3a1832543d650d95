/** The product's version (spec 1 §1), set by the build. */
declare const __APP_VERSION__: string;

/** Identifies the shape of server data that this build can read; set by the build. */
declare const __SCHEMAS_STAMP__: string;
