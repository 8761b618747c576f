//! The fields that a page declares and nobody has to rank, with the names that tell each, and the order of their sources.

/// A field: the names of OpenGraph and Twitter, of other `meta` elements and of marked elements that tell it, and who
/// tells it best.
pub struct FieldNames {
    pub field: &'static str,
    pub graph: &'static str,
    pub metas: &'static str,
    pub properties: &'static str,
    pub sources: &'static str,
}

/// Metas that are read for what they say of other fields.
pub const MORE_METAS: &str = "og:image:width og:image:height og:image:secure_url og:site_name application-name \
    apple-mobile-web-app-title";
pub const RELATIONS: [&str; 10] =
    ["alternate", "amphtml", "canonical", "category", "feed", "license", "next", "prev", "previous", "tag"];

pub const FIELDS: [FieldNames; 12] = [
    FieldNames {
        field: "language",
        graph: "og:locale",
        metas: "content-language language dc.language dcterms.language",
        properties: "inlanguage",
        sources: "html json-ld meta opengraph microdata",
    },
    FieldNames {
        field: "site_name",
        graph: "og:site_name twitter:app:name:iphone",
        metas: "application-name apple-mobile-web-app-title citation_journal_title dc.publisher",
        properties: "",
        sources: "opengraph json-ld meta",
    },
    FieldNames {
        field: "description",
        graph: "og:description twitter:description",
        metas: "description dc.description dcterms.description sailthru.description",
        properties: "",
        sources: "opengraph meta json-ld",
    },
    FieldNames { field: "url", graph: "og:url", metas: "", properties: "", sources: "link opengraph json-ld" },
    FieldNames {
        field: "image",
        graph: "og:image:secure_url og:image og:image:url twitter:image twitter:image:src",
        metas: "thumbnail sailthru.image.full parsely-image-url image",
        properties: "image",
        sources: "opengraph json-ld microdata meta",
    },
    FieldNames {
        field: "tags",
        graph: "article:tag og:article:tag",
        metas: "keywords news_keywords parsely-tags sailthru.tags dc.subject citation_keywords",
        properties: "keywords",
        sources: "opengraph meta json-ld microdata",
    },
    FieldNames {
        field: "section",
        graph: "article:section og:article:section article:section_name",
        metas: "parsely-section article.section article_section section category dc.coverage.section",
        properties: "articlesection",
        sources: "opengraph json-ld meta microdata",
    },
    FieldNames { field: "way", graph: "", metas: "", properties: "", sources: "json-ld" },
    FieldNames {
        field: "licence",
        graph: "",
        metas: "dcterms.license dc.rights.license dcterms.rights.license license licence",
        properties: "",
        sources: "json-ld meta",
    },
    FieldNames {
        field: "access",
        graph: "article:content_tier og:article:content_tier",
        metas: "isaccessibleforfree content-tier article.content_tier",
        properties: "isaccessibleforfree",
        sources: "json-ld opengraph microdata meta",
    },
    FieldNames {
        field: "word_count",
        graph: "",
        metas: "word_count wordcount article.wordcount",
        properties: "wordcount",
        sources: "json-ld microdata meta",
    },
    FieldNames {
        field: "reading_time",
        graph: "twitter:data1 twitter:data2 twitter:data3",
        metas: "reading-time reading_time readingtime article.readingtime",
        properties: "timerequired",
        sources: "json-ld microdata meta opengraph",
    },
];
