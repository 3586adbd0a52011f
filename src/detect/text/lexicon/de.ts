import type { Lexicon } from './concepts.js';

/** German. */
export const de: Lexicon = {
  take: 'lies, lese, lesen, öffne, öffnen, sammle, sammeln, hole, kopiere, kopieren, extrahiere, lade, rufe ab, entnimm, suche, auslesen, einlesen, sammle ein, durchsuche, durchsuchen, suche nach, lies aus, erfasse, erfassen, frage ab, abfragen, exportiere, exportieren, zippe, archiviere, packe, mach einen screenshot, fotografiere, greife, zeichne auf, protokolliere, protokollieren, hol, besorge, beschaffe, gib aus, ausgeben',
  give: 'sende, senden, schicke, schicken, übergib, übergeben, übermittle, übermitteln, füge, einfügen, anhängen, hänge, lade hoch, hochladen, schreibe, gib, leite weiter, weiterleiten, trage, eintragen, packe, lege, setze, nimm auf, mitgeben, mitschicken, beifügen, übertrage, übertragen, poste, kopiere, versende, versenden, verschicke, verschicken, liefere, liefern, reiche, reichen, leite, spiegele, teile, melde, geht an, gehen an, gehört an, wandert an, landet bei, per mail, veröffentliche, veröffentlichen, übersende, übersenden, stelle, hinterlege, hinterlegen, ablegen, schiebe, gesendet, geschickt, übermittelt, hochgeladen, weitergeleitet, übertragen werden, angehängt, eingefügt',
  run: 'führe, ausführen, starte, starten, rufe, aufrufen, aktiviere, wende an, lass laufen, lasse laufen, ausgeführt, gestartet, öffne',
  fetch:
    'lade, lade herunter, herunterladen, hole, rufe ab, zieh, ziehe, besorge, lade nach, nachladen, heruntergeladen, abrufen, beziehe, hol',
  follow: 'befolge, befolgen, folge, folgen, halte dich an, gehorche, richte dich',
  decode: 'dekodiere, entschlüssle, entschlüssele',
  disclose:
    'sag, sage, sagen, erwähne, erwähnen, verrate, verraten, informiere, informieren, zeige, zeigen, melde, melden, berichte, berichten, mitteilen, teile, erzähle, erzählen, benachrichtige, benachrichtigen, hinweisen, weise',
  hush: 'heimlich, still und leise, unbemerkt, verschweige, verschweigen, verheimliche, im stillen, stillschweigend, geheim, verberge, verbirg, wortlos, kommentarlos, ohne hinweis, ohne es zu erwähnen, ohne dass der nutzer, hinter dem rücken, lass den nutzer nichts, klammheimlich, unauffällig',
  claim: 'antworte, behaupte, sage, sag, melde',
  store: 'merke dir, merk dir, speichere, speichern',
  void: 'wirf weg, vergesst, ignoriert, ignoriere, ignorieren, missachte, vergiss, vergesse, vergessen, übergehe, überschreibe, setze außer kraft, verwirf, verwerfe, umgehe, hebe auf, gelten nicht, außer acht, beachte nicht',
  earlier:
    'vorherig*, vorige*, frühere*, bisherig*, obige*, alle, aller, vorangehend*, bisher, zuvor, ursprünglich*, vorangegangen*, bestehend*',
  instructions: 'anweisung*, regel, regeln, vorgabe*, instruktion*, befehl*, richtlinie*, einschränkung*, systemprompt*',
  secret:
    'private schlüssel, privaten schlüssel, privater schlüssel, zugangsdaten, anmeldedaten, umgebungsvariable*, zugriffstoken, zugriffsschlüssel, schlüsselbund, schlüsseldatei*, alle passwörter, seed-phrase, wiederherstellungsphrase, api-schlüssel*, zugangsschlüssel*, passwortspeicher*, gespeicherte passwörter, gespeicherten passwörter, sitzungscookie*, ssh-schlüssel*, .env-datei*',
  credential: 'passwort, passwörter, kennwort, kennwörter, schlüssel, geheimnis*',
  context:
    'gespräch*, unterhaltung*, chatverlauf*, systemprompt*, verlauf*, zwischenablage, kontakte, adressbuch, konversation*, bildschirmfoto*, bildschirminhalt*, browserverlauf*, quellcode, projektordner, alle dateien, eingaben, fragen des nutzers, postfach*, kalender, kundendaten*, aufgabenstellung*, dateiliste*',
  prompt: 'systemprompt*',
  slot: 'feld, argument*, parameter*, kopfzeile*, anfrage*, kommentar*, bemerkung*, notiz*',
  user: 'nutzer*, benutzer*, anwender*',
  negate:
    'nicht, kein, keine, keinen, keinem, niemals, nie, ohne, nichts, niemandem, verboten, vermeide, unterlasse, untersagt, nicht erlaubt, darf nicht, dürfen nicht, unzulässig, lass, unterlass, niemand, keiner',
  every:
    'immer, jede, jedem, jeden, jeder, jedes, stets, zuerst, bevor du, vor dem aufruf, vor jedem, nach jedem, grundsätzlich, muss, musst',
  whole: 'ganze, ganzen, gesamte*, vollständig*, komplette*, wörtlich, alles',
  ask: 'frag, frage, fragen, rückfrage*, bestätigung*, bestätigen, nachfragen, nachfrage*, nachzufragen, rückzufragen, zu fragen, erlaubnis, zustimmung, genehmigung*',
  risky: 'lösche*, löschung*, löschen, bezahl*, überweis*, befehl*, ausführ*, kauf*, veröffentlich*, aktion*, zahlung*',
  consent:
    'hat zugestimmt, haben zugestimmt, bereits zugestimmt, hat eingewilligt, bereits genehmigt, vorab genehmigt, hat genehmigt, haben eingewilligt, einverstanden erklärt',
  broken: 'defekt*, kaputt*, unsicher*, veraltet*, unzuverlässig*, fehlerhaft*, funktioniert nicht, überholt*',
  instead:
    'stattdessen, statt, anstelle, an seiner stelle, anstatt, ersetzt, nur dieses, immer dieses, ausschließlich dieses, nur noch dieses',
  otherTools: 'andere werkzeuge, anderen werkzeuge, anderes werkzeug, andere tools, anderen tools, anderes tool',
  elsewhere: 'andere werkzeuge, anderen werkzeuge, anderes werkzeug, andere tools, anderen tools, anderen servers, anderer server, server',
  verdict: 'offline, sicher, speichert nichts, keine probleme, unbedenklich, keine daten',
  wipe: 'lösche, löschen, lösch, überschreibe, vernichte, entferne, entfernen, leere, leeren, tilge, tilgen, zerstöre, zerstören, formatiere, formatieren, wirf weg, säubere, radiere, gelöscht, überschreiben, verschlüssele, verschlüsseln',
  precious:
    'home-verzeichnis, heimatverzeichnis, sicherung*, backups, datenbank*, alle dateien, alle tabellen, persönlichen ordner, persönliches verzeichnis, benutzerverzeichnis, benutzerordner, heimordner, home-ordner, festplatte*, laufwerk*, alle daten, sämtliche dateien, sämtliche daten, alle dokumente, alle sicherungen, produktivdatenbank*, alle zweige, hauptzweig, main-zweig, master-zweig',
  memory: 'gedächtnis*, langzeitgedächtnis*, speicher',
  trust: 'vertrauenswürdig*, vertraut, genehmigt, ohne prüfung, keine prüfung',
  coerce: 'sonst, andernfalls, schlägt fehl, funktioniert nicht',
  recipient: 'empfänger*, kontonummer*, blindkopie*, bankverbindung*',
  unbound: 'ohne einschränkung*, uneingeschränkt*, ohne regeln',
  persona: 'verhalte dich wie, du bist jetzt, spiele die rolle, gib dich aus',
  mention:
    'angreifer*, schadcode, beispiel*, zum beispiel, z. b., angriff*, erkenn*, schädlich*, verdächtig*, ablehn*, muster, bösartig*, testfall*',
  agent: 'assistent*, modell*, agent*',
  disable:
    'deaktiviere, deaktivieren, schalte, schalten, abschalten, ausschalten, stelle ab, abstellen, unterbinde, stoppe, beende, umgehe, umgehen',
  protection: 'virenscanner*, virenschutz*, zertifikatsprüfung*, sicherheitswarnung*, sicherheitsprüfung*, zwei-faktor*',
};
