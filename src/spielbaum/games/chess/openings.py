"""Names of openings: code of the Encyclopaedia of Chess Openings, English and German name, moves.

The main lines; whoever goes on from one keeps its name until another one is reached. Positions count, not
the order of moves.
"""

# ruff: noqa: E501 (one line per opening)

from __future__ import annotations

from functools import cache

from spielbaum.game_fields import Opening

_LINES = """
A00|Polish Opening|Sokolski-Eröffnung|b4
A00|Grob's Attack|Grob-Angriff|g4
A00|Van Geet Opening|Van-Geet-Eröffnung|Nc3
A00|Benko's Opening|Benkö-Eröffnung|g3
A00|Saragossa Opening|Saragossa-Eröffnung|c3
A00|Mieses Opening|Mieses-Eröffnung|d3
A00|Anderssen's Opening|Anderssen-Eröffnung|a3
A00|Van 't Kruijs Opening|Van-'t-Kruijs-Eröffnung|e3
A00|Barnes Opening|Barnes-Eröffnung|f3
A01|Nimzowitsch–Larsen Attack|Larsen-Eröffnung|b3
A02|Bird's Opening|Bird-Eröffnung|f4
A02|From's Gambit|Froms Gambit|f4 e5
A03|Bird's Opening, Dutch Variation|Bird-Eröffnung, Holländische Variante|f4 d5
A04|Réti Opening|Réti-Eröffnung|Nf3
A06|Réti Opening|Réti-Eröffnung|Nf3 d5
A07|King's Indian Attack|Königsindischer Angriff|Nf3 d5 g3
A09|Réti Gambit|Réti-Gambit|Nf3 d5 c4
A10|English Opening|Englische Eröffnung|c4
A15|English Opening, Anglo-Indian Defence|Englische Eröffnung, Anglo-Indisch|c4 Nf6
A20|English Opening, King's English|Englische Eröffnung, Sizilianisch im Anzug|c4 e5
A28|English Opening, Four Knights|Englische Eröffnung, Vierspringervariante|c4 e5 Nc3 Nf6 Nf3 Nc6
A30|English Opening, Symmetrical|Englische Eröffnung, Symmetrievariante|c4 c5
A13|English Opening, Agincourt Defence|Englische Eröffnung, Agincourt-Verteidigung|c4 e6
A40|Queen's Pawn Game|Damenbauernspiel|d4
A40|Englund Gambit|Englund-Gambit|d4 e5
A41|Queen's Pawn, Old Indian set-up|Damenbauernspiel, Altindischer Aufbau|d4 d6
A43|Old Benoni|Altes Benoni|d4 c5
A45|Indian Defence|Indische Verteidigung|d4 Nf6
A45|Trompowsky Attack|Trompowsky-Eröffnung|d4 Nf6 Bg5
A46|Indian Defence, Knights Variation|Indische Verteidigung, Springervariante|d4 Nf6 Nf3
A48|London System|Londoner System|d4 Nf6 Nf3 g6 Bf4
A51|Budapest Gambit|Budapester Gambit|d4 Nf6 c4 e5
A53|Old Indian Defence|Altindische Verteidigung|d4 Nf6 c4 d6
A56|Benoni Defence|Benoni-Verteidigung|d4 Nf6 c4 c5
A57|Benko Gambit|Wolga-Gambit|d4 Nf6 c4 c5 d5 b5
A60|Modern Benoni|Modernes Benoni|d4 Nf6 c4 c5 d5 e6
A80|Dutch Defence|Holländische Verteidigung|d4 f5
A82|Staunton Gambit|Staunton-Gambit|d4 f5 e4
A84|Dutch Defence|Holländische Verteidigung|d4 f5 c4
A87|Dutch Defence, Leningrad Variation|Holländische Verteidigung, Leningrader System|d4 f5 c4 Nf6 g3 g6 Bg2 Bg7 Nf3
A90|Dutch Defence, Classical|Holländische Verteidigung, Klassisch|d4 f5 c4 Nf6 g3 e6 Bg2
B00|King's Pawn Opening|Königsbauernspiel|e4
B00|Owen's Defence|Owen-Verteidigung|e4 b6
B00|Nimzowitsch Defence|Nimzowitsch-Verteidigung|e4 Nc6
B00|St. George Defence|St.-Georgs-Verteidigung|e4 a6
B01|Scandinavian Defence|Skandinavische Verteidigung|e4 d5
B01|Scandinavian Defence, Main Line|Skandinavische Verteidigung, Hauptvariante|e4 d5 exd5 Qxd5 Nc3 Qa5
B01|Scandinavian Defence, Modern Variation|Skandinavische Verteidigung, Moderne Variante|e4 d5 exd5 Nf6
B02|Alekhine's Defence|Aljechin-Verteidigung|e4 Nf6
B03|Alekhine's Defence|Aljechin-Verteidigung|e4 Nf6 e5 Nd5 d4
B04|Alekhine's Defence, Modern Variation|Aljechin-Verteidigung, Moderne Variante|e4 Nf6 e5 Nd5 d4 d6 Nf3
B06|Modern Defence|Moderne Verteidigung|e4 g6
B07|Pirc Defence|Pirc-Ufimzew-Verteidigung|e4 d6
B07|Pirc Defence|Pirc-Ufimzew-Verteidigung|e4 d6 d4 Nf6 Nc3 g6
B08|Pirc Defence, Classical Variation|Pirc-Ufimzew-Verteidigung, Klassisch|e4 d6 d4 Nf6 Nc3 g6 Nf3
B09|Pirc Defence, Austrian Attack|Pirc-Ufimzew-Verteidigung, Österreichischer Angriff|e4 d6 d4 Nf6 Nc3 g6 f4
B10|Caro–Kann Defence|Caro-Kann-Verteidigung|e4 c6
B12|Caro–Kann Defence, Advance Variation|Caro-Kann-Verteidigung, Vorstoßvariante|e4 c6 d4 d5 e5
B13|Caro–Kann Defence, Exchange Variation|Caro-Kann-Verteidigung, Abtauschvariante|e4 c6 d4 d5 exd5 cxd5
B13|Caro–Kann Defence, Panov Attack|Caro-Kann-Verteidigung, Panow-Angriff|e4 c6 d4 d5 exd5 cxd5 c4
B15|Caro–Kann Defence|Caro-Kann-Verteidigung|e4 c6 d4 d5 Nc3
B18|Caro–Kann Defence, Classical Variation|Caro-Kann-Verteidigung, Klassische Variante|e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5
B17|Caro–Kann Defence, Karpov Variation|Caro-Kann-Verteidigung, Karpow-Variante|e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7
B20|Sicilian Defence|Sizilianische Verteidigung|e4 c5
B20|Sicilian Defence, Bowdler Attack|Sizilianische Verteidigung, Bowdler-Angriff|e4 c5 Bc4
B21|Sicilian Defence, Grand Prix Attack|Sizilianische Verteidigung, Grand-Prix-Angriff|e4 c5 f4
B21|Sicilian Defence, Smith–Morra Gambit|Sizilianische Verteidigung, Morra-Gambit|e4 c5 d4 cxd4 c3
B22|Sicilian Defence, Alapin Variation|Sizilianische Verteidigung, Alapin-Variante|e4 c5 c3
B23|Sicilian Defence, Closed|Sizilianische Verteidigung, Geschlossen|e4 c5 Nc3
B27|Sicilian Defence|Sizilianische Verteidigung|e4 c5 Nf3
B27|Sicilian Defence, Hyperaccelerated Dragon|Sizilianische Verteidigung, Hyperbeschleunigter Drache|e4 c5 Nf3 g6
B30|Sicilian Defence, Old Sicilian|Sizilianische Verteidigung, Alt-Sizilianisch|e4 c5 Nf3 Nc6
B30|Sicilian Defence, Rossolimo Variation|Sizilianische Verteidigung, Rossolimo-Variante|e4 c5 Nf3 Nc6 Bb5
B32|Sicilian Defence, Open|Sizilianische Verteidigung, Offen|e4 c5 Nf3 Nc6 d4 cxd4 Nxd4
B33|Sicilian Defence, Sveshnikov Variation|Sizilianische Verteidigung, Sweschnikow-Variante|e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5
B34|Sicilian Defence, Accelerated Dragon|Sizilianische Verteidigung, Beschleunigter Drache|e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6
B40|Sicilian Defence, French Variation|Sizilianische Verteidigung, Französische Variante|e4 c5 Nf3 e6
B41|Sicilian Defence, Kan Variation|Sizilianische Verteidigung, Kan-Variante|e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6
B44|Sicilian Defence, Taimanov Variation|Sizilianische Verteidigung, Taimanow-Variante|e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6
B50|Sicilian Defence|Sizilianische Verteidigung|e4 c5 Nf3 d6
B51|Sicilian Defence, Moscow Variation|Sizilianische Verteidigung, Moskauer Variante|e4 c5 Nf3 d6 Bb5+
B54|Sicilian Defence, Open|Sizilianische Verteidigung, Offen|e4 c5 Nf3 d6 d4 cxd4 Nxd4
B56|Sicilian Defence, Classical Variation|Sizilianische Verteidigung, Klassische Variante|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6
B70|Sicilian Defence, Dragon Variation|Sizilianische Verteidigung, Drachenvariante|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6
B80|Sicilian Defence, Scheveningen Variation|Sizilianische Verteidigung, Scheveninger Variante|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6
B90|Sicilian Defence, Najdorf Variation|Sizilianische Verteidigung, Najdorf-Variante|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
B90|Sicilian Defence, Najdorf, English Attack|Sizilianische Verteidigung, Najdorf, Englischer Angriff|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3
B94|Sicilian Defence, Najdorf, 6. Bg5|Sizilianische Verteidigung, Najdorf, 6. Lg5|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5
C00|French Defence|Französische Verteidigung|e4 e6
C00|French Defence|Französische Verteidigung|e4 e6 d4 d5
C01|French Defence, Exchange Variation|Französische Verteidigung, Abtauschvariante|e4 e6 d4 d5 exd5
C02|French Defence, Advance Variation|Französische Verteidigung, Vorstoßvariante|e4 e6 d4 d5 e5
C03|French Defence, Tarrasch Variation|Französische Verteidigung, Tarrasch-Variante|e4 e6 d4 d5 Nd2
C10|French Defence, Paulsen Variation|Französische Verteidigung, 3. Sc3|e4 e6 d4 d5 Nc3
C10|French Defence, Rubinstein Variation|Französische Verteidigung, Rubinstein-Variante|e4 e6 d4 d5 Nc3 dxe4
C11|French Defence, Classical Variation|Französische Verteidigung, Klassische Variante|e4 e6 d4 d5 Nc3 Nf6
C15|French Defence, Winawer Variation|Französische Verteidigung, Winawer-Variante|e4 e6 d4 d5 Nc3 Bb4
C20|King's Pawn Game|Offenes Spiel|e4 e5
C20|King's Pawn, Wayward Queen Attack|Offenes Spiel, Schäferzug-Angriff|e4 e5 Qh5
C21|Centre Game|Mittelgambit|e4 e5 d4 exd4
C21|Danish Gambit|Nordisches Gambit|e4 e5 d4 exd4 c3
C23|Bishop's Opening|Läuferspiel|e4 e5 Bc4
C25|Vienna Game|Wiener Partie|e4 e5 Nc3
C29|Vienna Gambit|Wiener Gambit|e4 e5 Nc3 Nf6 f4
C30|King's Gambit|Königsgambit|e4 e5 f4
C31|Falkbeer Countergambit|Falkbeer-Gegengambit|e4 e5 f4 d5
C33|King's Gambit Accepted|Angenommenes Königsgambit|e4 e5 f4 exf4
C34|King's Gambit Accepted, Knight's Gambit|Angenommenes Königsgambit, Springergambit|e4 e5 f4 exf4 Nf3
C33|King's Gambit Accepted, Bishop's Gambit|Angenommenes Königsgambit, Läufergambit|e4 e5 f4 exf4 Bc4
C40|King's Knight Opening|Königsspringerspiel|e4 e5 Nf3
C40|Latvian Gambit|Lettisches Gambit|e4 e5 Nf3 f5
C40|Elephant Gambit|Mittelgambit im Nachzuge|e4 e5 Nf3 d5
C41|Philidor Defence|Philidor-Verteidigung|e4 e5 Nf3 d6
C42|Petrov's Defence|Russische Verteidigung|e4 e5 Nf3 Nf6
C43|Petrov's Defence, Steinitz Attack|Russische Verteidigung, Steinitz-Variante|e4 e5 Nf3 Nf6 d4
C44|King's Knight Opening, Normal Variation|Königsspringerspiel|e4 e5 Nf3 Nc6
C44|Ponziani Opening|Ponziani-Eröffnung|e4 e5 Nf3 Nc6 c3
C44|Scotch Game|Schottische Partie|e4 e5 Nf3 Nc6 d4
C45|Scotch Game|Schottische Partie|e4 e5 Nf3 Nc6 d4 exd4 Nxd4
C44|Scotch Gambit|Schottisches Gambit|e4 e5 Nf3 Nc6 d4 exd4 Bc4
C46|Three Knights Opening|Dreispringerspiel|e4 e5 Nf3 Nc6 Nc3
C47|Four Knights Game|Vierspringerspiel|e4 e5 Nf3 Nc6 Nc3 Nf6
C48|Four Knights Game, Spanish Variation|Vierspringerspiel, Spanische Variante|e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5
C50|Italian Game|Italienische Partie|e4 e5 Nf3 Nc6 Bc4
C50|Giuoco Piano|Giuoco Piano|e4 e5 Nf3 Nc6 Bc4 Bc5
C50|Giuoco Pianissimo|Giuoco Pianissimo|e4 e5 Nf3 Nc6 Bc4 Bc5 d3
C50|Hungarian Defence|Ungarische Verteidigung|e4 e5 Nf3 Nc6 Bc4 Be7
C51|Evans Gambit|Evans-Gambit|e4 e5 Nf3 Nc6 Bc4 Bc5 b4
C53|Giuoco Piano, Classical|Giuoco Piano, 4. c3|e4 e5 Nf3 Nc6 Bc4 Bc5 c3
C55|Two Knights Defence|Zweispringerspiel im Nachzuge|e4 e5 Nf3 Nc6 Bc4 Nf6
C57|Two Knights Defence, Knight Attack|Zweispringerspiel im Nachzuge, 4. Sg5|e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5
C57|Fried Liver Attack|Fegatello-Angriff|e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7
C60|Ruy Lopez|Spanische Partie|e4 e5 Nf3 Nc6 Bb5
C61|Ruy Lopez, Bird's Defence|Spanische Partie, Bird-Verteidigung|e4 e5 Nf3 Nc6 Bb5 Nd4
C62|Ruy Lopez, Steinitz Defence|Spanische Partie, Steinitz-Verteidigung|e4 e5 Nf3 Nc6 Bb5 d6
C63|Ruy Lopez, Schliemann Defence|Spanische Partie, Jänisch-Gambit|e4 e5 Nf3 Nc6 Bb5 f5
C64|Ruy Lopez, Classical Defence|Spanische Partie, Klassische Verteidigung|e4 e5 Nf3 Nc6 Bb5 Bc5
C65|Ruy Lopez, Berlin Defence|Spanische Partie, Berliner Verteidigung|e4 e5 Nf3 Nc6 Bb5 Nf6
C68|Ruy Lopez, Exchange Variation|Spanische Partie, Abtauschvariante|e4 e5 Nf3 Nc6 Bb5 a6 Bxc6
C70|Ruy Lopez, Morphy Defence|Spanische Partie, Morphy-Verteidigung|e4 e5 Nf3 Nc6 Bb5 a6
C77|Ruy Lopez, Morphy Defence|Spanische Partie, Morphy-Verteidigung|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6
C78|Ruy Lopez, Arkhangelsk Variation|Spanische Partie, Archangelsk-Variante|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O b5 Bb3 Bb7
C80|Ruy Lopez, Open|Spanische Partie, Offene Variante|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4
C84|Ruy Lopez, Closed|Spanische Partie, Geschlossene Variante|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7
C89|Ruy Lopez, Marshall Attack|Spanische Partie, Marshall-Angriff|e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5
D00|Queen's Pawn Game|Damenbauernspiel|d4 d5
D00|Blackmar–Diemer Gambit|Blackmar-Diemer-Gambit|d4 d5 e4 dxe4 Nc3
D00|London System|Londoner System|d4 d5 Bf4
D01|Richter–Veresov Attack|Richter-Weressow-Angriff|d4 d5 Nc3 Nf6 Bg5
D02|Queen's Pawn Game, Knight Variation|Damenbauernspiel, Springervariante|d4 d5 Nf3
D02|London System|Londoner System|d4 d5 Nf3 Nf6 Bf4
D04|Colle System|Colle-System|d4 d5 Nf3 Nf6 e3
D06|Queen's Gambit|Damengambit|d4 d5 c4
D07|Queen's Gambit, Chigorin Defence|Damengambit, Tschigorin-Verteidigung|d4 d5 c4 Nc6
D08|Albin Countergambit|Albins Gegengambit|d4 d5 c4 e5
D10|Slav Defence|Slawische Verteidigung|d4 d5 c4 c6
D15|Slav Defence|Slawische Verteidigung|d4 d5 c4 c6 Nf3 Nf6 Nc3
D17|Slav Defence, Czech Variation|Slawische Verteidigung, Tschechische Variante|d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5
D20|Queen's Gambit Accepted|Angenommenes Damengambit|d4 d5 c4 dxc4
D30|Queen's Gambit Declined|Abgelehntes Damengambit|d4 d5 c4 e6
D32|Tarrasch Defence|Tarrasch-Verteidigung|d4 d5 c4 e6 Nc3 c5
D35|Queen's Gambit Declined, Exchange Variation|Abgelehntes Damengambit, Abtauschvariante|d4 d5 c4 e6 Nc3 Nf6 cxd5
D37|Queen's Gambit Declined, Three Knights|Abgelehntes Damengambit, Dreispringervariante|d4 d5 c4 e6 Nc3 Nf6 Nf3
D43|Semi-Slav Defence|Halbslawische Verteidigung|d4 d5 c4 e6 Nc3 Nf6 Nf3 c6
D45|Semi-Slav Defence, Main Line|Halbslawische Verteidigung, Hauptvariante|d4 d5 c4 e6 Nc3 Nf6 Nf3 c6 e3
D50|Queen's Gambit Declined, Modern Variation|Abgelehntes Damengambit, 4. Lg5|d4 d5 c4 e6 Nc3 Nf6 Bg5
D53|Queen's Gambit Declined, Classical|Abgelehntes Damengambit, Orthodoxe Verteidigung|d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7
D80|Grünfeld Defence|Grünfeld-Indische Verteidigung|d4 Nf6 c4 g6 Nc3 d5
D85|Grünfeld Defence, Exchange Variation|Grünfeld-Indische Verteidigung, Abtauschvariante|d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4
E00|Indian Defence|Indische Verteidigung|d4 Nf6 c4 e6
E01|Catalan Opening|Katalanische Eröffnung|d4 Nf6 c4 e6 g3
E11|Bogo-Indian Defence|Bogoljubow-Indische Verteidigung|d4 Nf6 c4 e6 Nf3 Bb4+
E12|Queen's Indian Defence|Damenindische Verteidigung|d4 Nf6 c4 e6 Nf3 b6
E20|Nimzo-Indian Defence|Nimzowitsch-Indische Verteidigung|d4 Nf6 c4 e6 Nc3 Bb4
E32|Nimzo-Indian Defence, Classical Variation|Nimzowitsch-Indische Verteidigung, Klassische Variante|d4 Nf6 c4 e6 Nc3 Bb4 Qc2
E40|Nimzo-Indian Defence, Rubinstein System|Nimzowitsch-Indische Verteidigung, Rubinstein-System|d4 Nf6 c4 e6 Nc3 Bb4 e3
E60|King's Indian Defence|Königsindische Verteidigung|d4 Nf6 c4 g6
E61|King's Indian Defence|Königsindische Verteidigung|d4 Nf6 c4 g6 Nc3 Bg7
E70|King's Indian Defence|Königsindische Verteidigung|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6
E73|King's Indian Defence, Averbakh Variation|Königsindische Verteidigung, Awerbach-System|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Be2 O-O Bg5
E76|King's Indian Defence, Four Pawns Attack|Königsindische Verteidigung, Vierbauernangriff|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f4
E80|King's Indian Defence, Sämisch Variation|Königsindische Verteidigung, Sämisch-Variante|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3
E90|King's Indian Defence, Normal Variation|Königsindische Verteidigung, Normalvariante|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3
E91|King's Indian Defence, Classical Variation|Königsindische Verteidigung, Klassische Variante|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2
E97|King's Indian Defence, Mar del Plata|Königsindische Verteidigung, Mar-del-Plata-Variante|d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6
"""


@cache
def openings() -> tuple[Opening, ...]:
    """All of them, in the order of their codes."""
    rows = [line.split("|") for line in _LINES.strip().splitlines()]
    return tuple(
        Opening(code, {"en": english, "de": german}, tuple(moves.split()))
        for code, english, german, moves in sorted(rows)
    )
