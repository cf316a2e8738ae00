"""The rules of gin rummy: cards, solver, deal, match, record. Standard library only."""
