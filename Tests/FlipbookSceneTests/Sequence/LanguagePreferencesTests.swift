import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Languages that are wanted")
struct LanguagePreferencesTests {
    @Test(
        "the best language is the first wish that is there, a general one before the next wish",
        arguments: [
            (["en-GB"], ["en", "fr", "Base"], "en"), (["de", "fr"], ["fr", "Base"], "fr"), (["ja"], ["fr"], "fr"),
            (["zh-Hant-TW"], ["zh-Hans", "zh-Hant"], "zh-Hant"), (["pt-BR"], ["pt_BR", "pt"], "pt_BR"),
            (["zh-Hant-TW"], ["zh-TW", "zh"], "zh-TW"), ([], ["fr", "Base"], "Base"),
            (["en"], ["en-GB", "Base"], "Base"),
        ] as [([String], [String], String)]
    )
    func choice(wishes: [String], there: [String], best: String) {
        expectEqual(LanguagePreferences(wishes).order(of: there).first, best)
    }

    @Test(
        "the environment is read as GNU gettext reads it",
        arguments: [
            (["LANG": "fr_FR.UTF-8"], ["fr-FR"]), (["LANG": "C"], []), (["LANG": "fr", "LC_ALL": "POSIX"], []),
            (["LANG": "en_US.UTF-8", "LANGUAGE": "de:pt_BR"], ["de", "pt-BR"]), (["LANG": "C", "LANGUAGE": "de"], []),
            (["LANG": "de", "LC_MESSAGES": "zh_TW.UTF-8"], ["zh-Hant-TW"]), (["LANG": "sr_RS@latin"], ["sr-RS"]),
        ] as [([String: String], [String])]
    )
    func environment(variables: [String: String], wishes: [String]) {
        expectEqual(LanguagePreferences(environment: variables).languages, wishes)
    }

    @Test(
        "the direction is that of the language, or of the script that it names",
        arguments: [
            ("ar", true), ("he-IL", true), ("fr", false), ("az-Arab", true), ("ar-Latn", false), ("Base", false),
        ]
    )
    func direction(language: String, isReversed: Bool) {
        let direction = LanguagePreferences([language]).layoutDirection
        expectEqual(direction, isReversed ? .rightToLeft : .leftToRight)
    }
}
