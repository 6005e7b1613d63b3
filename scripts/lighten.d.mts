export declare function lightenModules(modules: string): void;
export declare function cutSymbols(file: string): number;
