/** The product's version (spec 1 §1), put in by the build. */
declare const __APP_VERSION__: string;

/** Names what this build can read of the server's data, put in by the build. */
declare const __SCHEMAS_STAMP__: string;
