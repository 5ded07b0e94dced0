// The types of node24.mjs.
export declare const NODE_PACKAGES: readonly string[];
export declare function nodePackage(): string | undefined;
export declare function packagedNode(): string | undefined;
export declare function isNewEnough(version: string): boolean;
