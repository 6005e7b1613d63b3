export declare function copyCatalogues(folder: string): void;
