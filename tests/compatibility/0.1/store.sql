BEGIN TRANSACTION;
CREATE TABLE weft_changes (
    number BIGINT PRIMARY KEY, at TEXT NOT NULL, author TEXT NOT NULL, what TEXT NOT NULL,
    undoes BIGINT NOT NULL, redoes BIGINT NOT NULL, undone_by BIGINT NOT NULL);
INSERT INTO "weft_changes" VALUES(1,'2026-11-17T15:21:41.588+00:00','Ann','mark',0,0,0);
INSERT INTO "weft_changes" VALUES(2,'2026-11-17T15:21:41.603+00:00','Bo','name it',0,0,0);
CREATE TABLE weft_edits (
    target TEXT NOT NULL, version BIGINT NOT NULL, change BIGINT NOT NULL, head BIGINT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (target, version));
INSERT INTO "weft_edits" VALUES('page:a.html',1,1,1,'{"marks": [{"rows": [3], "name": "body"}]}');
INSERT INTO "weft_edits" VALUES('site',1,2,2,'{"name": "looms"}');
CREATE TABLE weft_pages (
    id TEXT PRIMARY KEY, number BIGINT NOT NULL UNIQUE, url TEXT NOT NULL, charset TEXT NOT NULL,
    digest TEXT NOT NULL, size BIGINT NOT NULL, data BYTEA NOT NULL);
INSERT INTO "weft_pages" VALUES('a.html',1,'https://weft.example/a','','176efff05e60f12a6e2ff0bf53b390f161f47601ffd390c7209010004daa1ba2',10,X'789CB329B07354C8C9CFCFD5030010F60331');
CREATE TABLE weft_resources (
    page TEXT NOT NULL, name TEXT NOT NULL, media_type TEXT NOT NULL, data BYTEA NOT NULL, PRIMARY KEY (page, name));
CREATE TABLE weft_store (schema_version BIGINT NOT NULL);
INSERT INTO "weft_store" VALUES(1);
CREATE TABLE weft_targets (target TEXT PRIMARY KEY, version BIGINT NOT NULL);
INSERT INTO "weft_targets" VALUES('page:a.html',1);
INSERT INTO "weft_targets" VALUES('site',1);
CREATE INDEX weft_edits_of_a_change ON weft_edits (change);
CREATE INDEX weft_changes_of_an_author ON weft_changes (author, number);
COMMIT;
